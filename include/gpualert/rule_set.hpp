#pragma once

#include <gpualert/classifier.hpp>
#include <gpualert/result.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert {

struct RuleTable;

// Bounds of what users add: a mistake must not cost a job its memory or its time.
inline constexpr std::size_t kMaxRuleFileBytes = std::size_t{1} << 20U;
inline constexpr std::size_t kMaxRuleFiles = 64;
inline constexpr std::size_t kMaxUserRules = 2000;

// One thing that is wrong with a rule file, and what would put it right.
struct RuleProblem {
  std::string file;
  std::size_t line = 0;  // 1-based; 0: the file as a whole
  std::string rule;      // `rule "x"`, or `rule 3` of one without an id; "" when it is no rule's
  std::string what;
  std::string fix;    // "" when `what` says it
  bool skips = true;  // the whole file is left out for it; else advice
};

// "FILE:LINE: rule "x": what; fix": one line.
std::string to_string(const RuleProblem& problem);

// Where a user's rules are, in the order in which they are tried.
struct RulePaths {
  std::vector<std::string> given;  // files, or folders with *.json; one that is not there is told
  std::string user_dir;            // rules.d; "" or not there: nothing
};

// A rule file's text, or why it could not be read ("open /x/10-a.json: Permission denied").
struct RuleFile {
  std::string path;
  Result<std::string> text;
};

// Reads the rule files, those of a folder in the order of their names. Takes regular files of at
// most kMaxRuleFileBytes and kMaxRuleFiles of them; says why of what it leaves out, and waits for
// nothing but the disk. One failed open when there are no rules.
std::vector<RuleFile> read_rule_files(const RulePaths& paths);

std::string_view role_name(Role role) noexcept;

// A rule of a set, for people.
struct RuleInfo {
  std::string_view id, cause, pattern, title, hint;
  Role role = Role::root;
  std::string_view file;  // "rules/15-gpu-memory.json" of a rule that is compiled in
  std::size_t line = 0;   // 0 of a rule that is compiled in
  bool builtin = true;
  bool replaces = false;  // a built-in rule of the same id
};

// The rules that a scanner goes by: a user's, then those compiled in, less the ones whose id a
// user's rule has. Immutable; shared by scanners.
class RuleSet {
public:
  struct Data;
  explicit RuleSet(std::unique_ptr<const Data> data);
  RuleSet(const RuleSet&) = delete;
  RuleSet& operator=(const RuleSet&) = delete;
  ~RuleSet();

  const RuleTable& table() const noexcept;
  const Data& data() const noexcept { return *data_; }
  // In the order in which they are tried. The views live as long as the set.
  std::vector<RuleInfo> list() const;
  // The same as one JSON array.
  std::string list_json() const;

private:
  std::unique_ptr<const Data> data_;
};

struct LoadedRules {
  std::shared_ptr<const RuleSet> set;  // never null
  std::vector<RuleProblem> problems;   // in the order of the files
};

// What becomes of a file with a problem that `skips`.
enum class Broken { left_out, keeps_good_rules };

// Puts the rules of `files` in front of the built-in ones. All problems of a file are told.
LoadedRules make_rule_set(const std::vector<RuleFile>& files, Broken broken = Broken::left_out);

// What the user's rules in a set do not do as they say: samples that another rule takes,
// counter-samples that they take, rules that never decide.
std::vector<RuleProblem> check_rules(const std::shared_ptr<const RuleSet>& set);

// A line on which rules matched, as the scanner judged it.
struct RuleMatch {
  std::uint64_t line = 0;
  std::optional<int> rank;
  std::string_view text;             // the message; valid during the call
  std::size_t rule = 0;              // that takes the line: its position in the set
  std::optional<Role> role;          // it counts as; empty: an informative line, not counted
  std::optional<std::size_t> noise;  // the noise rule that takes the line away from `rule`
  std::vector<std::size_t> lost;     // rules that match too and come later
};

// Sees what a scanner decides: for `gpualert rules test`.
class RuleWatcher {
public:
  virtual ~RuleWatcher() = default;
  virtual void matched(const RuleMatch& match) = 0;
};

}  // namespace gpualert
