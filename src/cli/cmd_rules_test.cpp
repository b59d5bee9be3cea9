#include "cli/commands.hpp"
#include "cli/say.hpp"
#include "cli/scan_file.hpp"
#include "cli/show_verdict.hpp"
#include "cli/user_rules.hpp"

#include "base/file.hpp"

#include <gpualert/rule_set.hpp>

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

namespace gpualert::cli {

namespace {

constexpr std::size_t kLongestText = 160;
constexpr std::size_t kBuffer = std::size_t{1} << 16U;

// Prints each line that a rule matches, as it comes, and counts.
class Listing final : public RuleWatcher {
public:
  explicit Listing(std::vector<RuleInfo> rules) : rules_(std::move(rules)), counts_(rules_.size())
  {
    for (const RuleInfo& info : rules_) {
      width_ = std::max(width_, info.id.size());
    }
    row("line", "rank", "role", "rule", "text");
  }

  void matched(const RuleMatch& match) override
  {
    const std::size_t rule = match.noise.value_or(match.rule);
    Count& count = counts_[rule];
    ++count.lines;
    count.first = count.first == 0 ? match.line : count.first;
    row(std::to_string(match.line), match.rank ? std::to_string(*match.rank) : "-",
        match.noise  ? "noise"
        : match.role ? role_name(*match.role)
                     : "not counted",
        rules_[rule].id, printable(match.text, kLongestText));
    if (match.noise) {
      also("taken away from", match.rule);
    }
    for (const std::size_t other : match.lost) {
      also("also matches", other);
    }
    if (text_.size() > kBuffer) {
      flush();
    }
  }

  bool finish()
  {
    if (std::all_of(counts_.begin(), counts_.end(), [](const Count& c) { return c.lines == 0; })) {
      text_ = "no line matches a rule\n";
      return flush();
    }
    text_ += fmt::format("\n{:{}}  {:>8}  {:>10}  {:>8}  {}\n", "rule", width_, "lines",
                         "first line", "lost", "origin");
    for (std::size_t i = 0; i < rules_.size(); ++i) {
      const Count& count = counts_[i];
      if (count.lines > 0 || count.lost > 0) {
        text_ += fmt::format("{:{}}  {:>8}  {:>10}  {:>8}  {}\n", rules_[i].id, width_, count.lines,
                             count.lines > 0 ? std::to_string(count.first) : "-", count.lost,
                             printable(rules_[i].file, kLongestText));
      }
    }
    return flush();
  }

private:
  struct Count {
    std::uint64_t lines = 0, first = 0, lost = 0;
  };

  void row(std::string_view line, std::string_view rank, std::string_view role,
           std::string_view rule, std::string_view text)
  {
    text_ += fmt::format("{:>8}  {:>4}  {:12}  {:{}}  {}\n", line, rank, role, rule, width_, text);
  }

  void also(const char* how, std::size_t rule)
  {
    ++counts_[rule].lost;
    text_ += fmt::format("{:8}  {:4}  {:12}  {} {}\n", "", "", "", how, rules_[rule].id);
  }

  bool flush()
  {
    written_ = written_ && static_cast<bool>(write_all(STDOUT_FILENO, text_, "write"));
    text_.clear();
    return written_;
  }

  std::vector<RuleInfo> rules_;
  std::vector<Count> counts_;
  std::size_t width_ = 4;
  std::string text_;
  bool written_ = true;
};

}  // namespace

int rules_test_command(const RulesOptions& options)
{
  std::shared_ptr<const RuleSet> set = load_rules_or_say(rule_paths(options.rules));
  if (!set) {
    set = make_rule_set({}).set;
  }
  Listing listing(set->list());
  Scanner scanner(set, &listing);
  if (const Status status = scan_file(options.log, scanner); !status) {
    say(status.error().what);
    return kFailed;
  }
  (void)scanner.finish();  // the listing has it all
  return listing.finish() ? kDone : kFailed;
}

}  // namespace gpualert::cli
