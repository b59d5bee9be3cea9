#include "cli/step_report.hpp"

#include "base/file.hpp"
#include "cli/claim.hpp"
#include "cli/enclosures.hpp"
#include "cli/outcomes.hpp"
#include "cli/reported_line.hpp"
#include "cli/step_merge.hpp"
#include "cli/step_place.hpp"
#include "cli/step_post.hpp"

#include <gpualert/outbox.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <ctime>
#include <optional>
#include <utility>

namespace gpualert::cli {

namespace {

constexpr std::int64_t kTurnSeconds = 60;  // for composing and publishing

// STEP_DIR/posted: what was published last. "MERGED CAUSE STATE_DIR".
struct Posted {
  std::size_t merged = 0;  // ranks in it
  std::string cause;
  std::string state_dir;  // "": silent, since the outcome is no change
  bool any() const noexcept { return merged > 0; }
};

std::string posted_file(const std::string& step_dir)
{
  return step_dir + "/posted";
}

Posted read_posted(const std::string& step_dir)
{
  const Result<std::string> text = read_file(posted_file(step_dir), 8192);
  Posted posted;
  if (!text) {
    return posted;
  }
  const std::string& line = text.value();
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), posted.merged);
  const auto cause = static_cast<std::size_t>(end - line.data()) + 1;
  const std::size_t dir = line.find(' ', cause);
  if (error != std::errc{} || dir == std::string::npos) {
    return {};
  }
  posted.cause = line.substr(cause, dir - cause);
  posted.state_dir = line.substr(dir + 1);
  return posted;
}

// The rank's turn to write for all of them; given back at the end.
class Turn {
public:
  explicit Turn(std::string dir) : dir_(std::move(dir))
  {
    const std::int64_t now = ::time(nullptr);
    if (const std::string name = turn_file(dir_); !name.empty()) {
      held_ = claim_file(dir_, name, outbox::own_lease(now + kTurnSeconds), now);
    }
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn()
  {
    if (held_) {
      (void)release_file(dir_, *held_);  // else it is taken over when the lease ends
    }
  }
  explicit operator bool() const noexcept { return held_.has_value(); }

private:
  std::string dir_;
  std::optional<std::string> held_;
};

class Reporter {
public:
  Reporter(const RunRecord& record, const Config& config,
           const std::vector<std::string>& state_dirs)
      : record_(record),
        config_(config),
        state_dirs_(state_dirs),
        place_(step_place(record)),
        dir_(step_dir(record))
  {
  }

  Result<StepPosted> run(const RankEnd& end)
  {
    if (Status noted = note_rank_end(dir_, end, record_.path); !noted) {
      return noted.error();
    }
    // Whoever has its turn looks again after it, so a rank that finds it taken may go.
    while (wants_writing()) {
      const Turn turn{dir_};
      if (!turn) {
        break;
      }
      if (wants_writing() && !write()) {
        break;
      }
    }
    return std::move(result_);
  }

private:
  // Of the ranks that were seen to end, whether they are all that will be.
  bool is_last(const StepEnd& step) const
  {
    return step.complete() ||
           (is_alone() && step.ends.size() >= static_cast<std::size_t>(place_.here));
  }

  // A disk of this host, and nobody else's runs on it either (two hosts of a test may be one).
  bool is_alone() const
  {
    return place_.alone && runs_of_attempt(record_) <= static_cast<std::size_t>(place_.here);
  }

  StepEnd look() const { return merge_ranks(read_rank_ends(dir_), place_.ranks); }

  // Not for each of a thousand ranks, but when it tells something: an eighth more, the last one,
  // another cause.
  bool wants_writing() const
  {
    const StepEnd step = look();
    const Posted posted = read_posted(dir_);
    const std::size_t ranks = step.ends.size();
    const bool news = std::ranges::any_of(step.ends, &RankEnd::news);
    if (!news || ranks <= posted.merged || (!step.first && !is_last(step))) {
      return false;
    }
    constexpr std::size_t kShare = 8;
    return is_last(step) ||
           ranks >= posted.merged + std::max<std::size_t>(posted.merged / kShare, 1) ||
           step.causes.front().cause != posted.cause;
  }

  // False: nothing can be written, now or again.
  bool write()
  {
    const StepEnd step = look();
    std::optional<StepCase> merged = step_case(dir_, step, is_alone());
    if (!merged) {
      result_.problems.emplace_back(
          "the report of the step cannot be made: no record of its ranks "
          "can be read in " +
          dir_);
      return false;
    }
    const Posted before = read_posted(dir_);
    const Posted after{step.ends.size(), merged->verdict.cause, ""};
    if (!is_wanted(before, *merged)) {
      return remember({after.merged, after.cause, ""});
    }
    return post(before, after, *merged, is_last(step));
  }

  // With --notify change the first of the ranks decides for all, and remembers.
  bool is_wanted(const Posted& before, const StepCase& merged)
  {
    if (before.any()) {
      return !before.state_dir.empty();
    }
    if (config_.notify != Notify::change) {
      return true;
    }
    const std::string& state = state_dirs_.front();
    const std::optional<Outcome> last = last_outcome(state, record_.name);
    const Outcome outcome = next_outcome(last, merged.verdict);
    (void)remember_outcome(state, record_.name, outcome);
    return is_change(last, outcome);
  }

  bool post(const Posted& before, const Posted& after, const StepCase& merged, bool last)
  {
    const Enclosures enclosures{merged.record, merged.verdict, config_, result_.problems};
    const std::vector<Addressed> reports =
        compose_all(merged.record, merged.verdict, config_, enclosures);
    Posting posting;
    posting.label = step_label(record_, dir_) + (is_alone() ? "-" + record_.host : "");
    posting.next_try_ns = last ? 0 : now().wall_ns + std::chrono::nanoseconds{kStepHold}.count();
    posting.replaces = before.any();
    posting.follows = before.cause != after.cause;
    const std::vector<std::string> only{before.state_dir};
    Queued queued = post_all(reports, posting, before.any() ? only : state_dirs_);
    for (std::string& what : queued.problems) {
      result_.problems.push_back("the report of the step could not be queued: " + what);
    }
    if (queued.state_dir.empty()) {
      return false;
    }
    result_.state_dir = queued.state_dir;
    result_.held = !last;
    result_.reported =
        last ? reported_line(reports, merged.record, merged.verdict, config_) : std::string();
    result_.first = !before.any();
    return remember({after.merged, after.cause, queued.state_dir});
  }

  bool remember(const Posted& posted)
  {
    const Status saved = write_file_atomic(
        posted_file(dir_), fmt::format("{} {} {}", posted.merged, posted.cause, posted.state_dir),
        Sync::no);
    if (!saved) {
      result_.problems.push_back(saved.error().what);
    }
    return static_cast<bool>(saved);
  }

  const RunRecord& record_;
  const Config& config_;
  const std::vector<std::string>& state_dirs_;
  StepPlace place_;
  std::string dir_;
  StepPosted result_;
};

}  // namespace

Result<StepPosted> report_step(const RunRecord& record, const Verdict& verdict, bool news,
                               const Config& config, const std::vector<std::string>& state_dirs)
{
  return Reporter{record, config, state_dirs}.run(rank_end(record, verdict, news));
}

}  // namespace gpualert::cli
