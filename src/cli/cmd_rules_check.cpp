#include "cli/commands.hpp"
#include "cli/say.hpp"
#include "cli/show_verdict.hpp"
#include "cli/user_rules.hpp"

#include "base/file.hpp"

#include <gpualert/rule_set.hpp>

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>

namespace gpualert::cli {

namespace {

constexpr std::size_t kLongestLine = 4096;

// What is to be checked, and what else counts: the whole set that a run would have with it.
struct Checked {
  std::vector<RuleFile> files;   // all of them, in order
  std::set<std::string> wanted;  // the files that are reported on
  std::string where;             // for the message that there are none
};

Checked files_to_check(const RulesOptions& options)
{
  Checked checked;
  RulePaths all = rule_paths(options.rules);
  const RulePaths asked = options.paths.empty() ? all : RulePaths{options.paths, ""};
  for (const RuleFile& file : read_rule_files(asked)) {
    checked.wanted.insert(file.path);
  }
  all.given.insert(all.given.begin(), options.paths.begin(), options.paths.end());
  checked.files = read_rule_files(all);
  checked.where = options.paths.empty() ? all.user_dir : options.paths.front();
  return checked;
}

bool concerns(const RuleProblem& problem, const std::set<std::string>& wanted)
{
  // An id that both files have is the later file's mistake, but it is worth a word on either.
  return wanted.contains(problem.file) ||
         std::any_of(wanted.begin(), wanted.end(), [&](const std::string& file) {
           return problem.what.starts_with("the id is taken, in " + file + ":");
         });
}

std::string describe(RuleProblem problem)
{
  const std::string fix = std::exchange(problem.fix, "");
  std::string text = printable(to_string(problem), kLongestLine) + "\n";
  return fix.empty() ? text : text + "    fix: " + printable(fix, kLongestLine) + "\n";
}

std::string count(std::size_t n, const char* noun)
{
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

}  // namespace

int rules_check_command(const RulesOptions& options)
{
  const Checked checked = files_to_check(options);
  LoadedRules rules = make_rule_set(checked.files, Broken::keeps_good_rules);
  std::vector<RuleProblem> advice = check_rules(rules.set);
  std::vector<RuleProblem>& problems = rules.problems;
  std::move(advice.begin(), advice.end(), std::back_inserter(problems));
  std::string text;
  std::size_t findings = 0;
  for (const RuleFile& file : checked.files) {
    std::vector<RuleProblem> own;
    std::copy_if(problems.begin(), problems.end(), std::back_inserter(own),
                 [&](const RuleProblem& problem) {
                   return problem.file == file.path && concerns(problem, checked.wanted);
                 });
    std::stable_sort(own.begin(), own.end(),
                     [](const RuleProblem& a, const RuleProblem& b) { return a.line < b.line; });
    findings += own.size();
    for (RuleProblem& problem : own) {
      text += describe(std::move(problem));
    }
  }
  std::size_t good = 0;
  for (const RuleInfo& info : rules.set->list()) {
    if (info.builtin || !checked.wanted.contains(std::string(info.file))) {
      continue;
    }
    ++good;
    if (info.replaces) {
      text += fmt::format("{}:{}: note: rule \"{}\" replaces the built-in rule of that id\n",
                          printable(info.file, kLongestLine), info.line, info.id);
    }
  }
  text += checked.wanted.empty()
              ? fmt::format("{}: no rule files\n", printable(checked.where, kLongestLine))
              : fmt::format("{}, {} that can be used: {}\n", count(checked.wanted.size(), "file"),
                            count(good, "rule"), count(findings, "finding"));
  if (!write_all(STDOUT_FILENO, text, "write")) {
    return kFailed;
  }
  return findings == 0 ? kDone : kFailed;
}

}  // namespace gpualert::cli
