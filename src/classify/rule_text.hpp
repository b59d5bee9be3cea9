#pragma once

#include <gpualert/classifier.hpp>
#include <gpualert/result.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace gpualert {

// A rule as its file has it (rules/README.md describes the format).
struct RuleText {
  std::string id, cause, pattern;
  Role role = Role::root;
  std::vector<std::string> samples, counter_samples;
};

// A cause as rules/causes.json has it.
struct CauseText {
  std::string id, title, family, klass, who, retry, hint;
};

// Reads a family file. The Error names the file, the line and the rule: "rules/x.json:12: rule
// "cuda_oom": unknown role "rot"".
Result<std::vector<RuleText>> parse_rules(std::string_view json, const std::string& file);

// Reads the catalogue; the causes come sorted by id.
Result<std::vector<CauseText>> parse_causes(std::string_view json, const std::string& file);

}  // namespace gpualert
