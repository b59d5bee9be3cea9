#pragma once

#include <gpualert/classifier.hpp>
#include <gpualert/result.hpp>
#include <gpualert/rule_set.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert {

// A rule as its file has it (rules/README.md describes the format).
struct RuleText {
  std::string id, cause, pattern;
  Role role = Role::root;
  std::string title, hint;  // "" = the cause's
  std::vector<std::string> samples, counter_samples;
  std::size_t line = 0;  // where it begins
  std::vector<std::size_t> sample_lines, counter_sample_lines;
};

// What a rule file holds, and what is wrong with it. A rule with a problem is not among the rules.
struct RuleFileText {
  std::vector<RuleText> rules;
  std::vector<RuleProblem> problems;
};

// Reads a rule file of any content: all problems are noted, not the first only. Bounded in depth
// and in the length of what it keeps.
RuleFileText read_rule_file(std::string_view json, const std::string& file);

// Bounds of what a rule may say.
inline constexpr std::size_t kMaxId = 64;
inline constexpr std::size_t kMaxPattern = 4096;
inline constexpr std::size_t kMaxTitle = 120;
inline constexpr std::size_t kMaxHint = 1000;

// Whether `id` is made of a-z, 0-9 and _, and not too long.
bool is_rule_id(std::string_view id) noexcept;
inline constexpr const char* kBadId = "an id is made of a-z, 0-9 and _, at most 64 of them";

std::string rule_label(std::string_view id);
RuleProblem no_samples(const std::string& file, const RuleText& rule);

// What the JSON library says of a mistake, without its own name and the position.
std::string json_mistake(std::string_view message);

// A cause as rules/causes.json has it.
struct CauseText {
  std::string id, title, family, klass, who, retry, hint;
};

// Reads a family file of ours. The Error is its first problem; a rule without samples is one.
Result<std::vector<RuleText>> parse_rules(std::string_view json, const std::string& file);

// Reads the catalogue; the causes come sorted by id.
Result<std::vector<CauseText>> parse_causes(std::string_view json, const std::string& file);

}  // namespace gpualert
