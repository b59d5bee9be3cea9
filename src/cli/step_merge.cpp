#include "cli/step_merge.hpp"

#include "base/file.hpp"

#include <gpualert/output_index.hpp>
#include <gpualert/run_store.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>
#include <variant>

namespace gpualert::cli {

namespace {

constexpr std::size_t kLargestVerdict = 4U << 20U;
constexpr std::size_t kLargestIndex = 16U << 20U;
constexpr std::size_t kMostCollateral = 8;
constexpr std::size_t kMostRanks = 64;

// When the line was printed, as far as the index tells.
std::optional<Moment> moment_of(const RunRecord& record, const Evidence& evidence)
{
  const Result<std::string> bytes = read_file(record.path + "/output.idx", kLargestIndex);
  const Result<std::vector<IndexRecord>> index =
      bytes ? parse_index(bytes.value()) : Result<std::vector<IndexRecord>>(bytes.error());
  if (!index) {
    return std::nullopt;
  }
  const std::uint64_t offset = record.log.base_offset + evidence.offset;
  const auto after = std::ranges::upper_bound(index.value(), offset, {}, &IndexRecord::offset);
  if (after == index.value().begin()) {
    return std::nullopt;
  }
  return Moment{(after - 1)->wall_ns, (after - 1)->monotonic_ns};
}

// Of a run that nobody saw to end only its last sign of life is known: it may have ended any time
// since, and must not come before those that are known to have failed.
Moment end_of(const RunRecord& record)
{
  const bool unseen = record.ending && std::holds_alternative<EndUnknown>(*record.ending);
  if (record.ended && !unseen) {
    return *record.ended;
  }
  const std::int64_t wall_ns = now().wall_ns;
  const std::int64_t after = std::max<std::int64_t>(wall_ns - record.started.wall_ns, 0);
  return {wall_ns, record.started.monotonic_ns + after};
}

std::optional<StepCase> read_case(const std::string& step_dir, const RankEnd& end)
{
  const Result<std::string> dir = run_dir_of(step_dir, end);
  if (!dir) {
    return std::nullopt;
  }
  Result<RunRecord> record = read_run_record(dir.value());
  const Result<std::string> text = read_file(dir.value() + "/verdict.json", kLargestVerdict);
  Result<Verdict> verdict = text ? parse_verdict(text.value()) : Result<Verdict>(text.error());
  if (!record || !verdict) {
    return std::nullopt;
  }
  return StepCase{std::move(*record), std::move(*verdict)};
}

// What ended other ranks, with a line of the first of them.
Collateral of_other_ranks(const std::string& step_dir, const StepEnd& step,
                          const RanksOfCause& group)
{
  Collateral item;
  item.cause = group.cause;
  item.count = group.ranks.size();
  item.ranks.assign(
      group.ranks.begin(),
      group.ranks.begin() + static_cast<std::ptrdiff_t>(std::min(group.ranks.size(), kMostRanks)));
  const RankEnd& first = step.ends[group.first];
  if (const std::optional<StepCase> other = read_case(step_dir, first);
      other && !other->verdict.evidence.empty()) {
    item.first = other->verdict.evidence.front();
    item.rule = item.first.rule;
  }
  item.first.line = 0;  // a line of another log
  item.first.rank = first.rank;
  item.first.host = first.host;
  return item;
}

void add_other_ranks(const std::string& step_dir, const StepEnd& step, StepCase& first)
{
  std::vector<Collateral> others;
  others.reserve(kMostCollateral);
  for (std::size_t i = 1; i < std::min(step.causes.size(), kMostCollateral); ++i) {
    others.push_back(of_other_ranks(step_dir, step, step.causes[i]));
  }
  std::vector<Collateral>& all = first.verdict.collateral;
  all.insert(all.begin(), others.begin(), others.end());
  all.resize(std::min(all.size(), kMostCollateral));
}

}  // namespace

RankEnd rank_end(const RunRecord& record, const Verdict& verdict, bool news)
{
  constexpr std::size_t kClock = 8;
  RankEnd end;
  const std::string& rank = record.scheduler.rank;
  std::from_chars(rank.data(), rank.data() + rank.size(), end.rank);
  end.host = record.scheduler.node.empty() ? record.host : record.scheduler.node;
  end.clock = record.boot_id.substr(0, kClock);
  end.when = end_of(record);
  end.failed = !verdict.success();
  end.news = news;
  end.cause = verdict.cause;
  if (end.failed && !verdict.evidence.empty() && verdict.evidence.front().line > 0) {
    end.when = moment_of(record, verdict.evidence.front()).value_or(end.when);
  }
  return end;
}

std::optional<StepCase> step_case(const std::string& step_dir, const StepEnd& step, bool alone)
{
  if (step.ends.empty()) {
    return std::nullopt;
  }
  const RankEnd& end = step.ends[step.first.value_or(0)];
  std::optional<StepCase> first = read_case(step_dir, end);
  if (!first) {
    return std::nullopt;
  }
  if (end.failed) {
    first->verdict.first_rank = end.rank;
    first->verdict.first_host = end.host;
    for (Evidence& line : first->verdict.evidence) {
      line.rank = line.rank.value_or(end.rank);
    }
    add_other_ranks(step_dir, step, *first);
  }
  for (std::string& line : step_lines(step)) {
    first->record.notes.push_back(std::move(line));
  }
  if (alone) {
    first->record.notes.push_back(fmt::format(
        "the runs of this step are kept on a disk of {} alone: each other host reports its own "
        "ranks",
        end.host));
  }
  return first;
}

}  // namespace gpualert::cli
