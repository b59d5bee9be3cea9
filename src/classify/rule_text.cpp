#include "classify/rule_text.hpp"

#include <algorithm>
#include <utility>

namespace gpualert {

std::string to_string(const RuleProblem& problem)
{
  std::string text = problem.file;
  if (problem.line > 0) {
    text.append(":").append(std::to_string(problem.line));
  }
  text += ": ";
  if (!problem.rule.empty()) {
    text.append(problem.rule).append(": ");
  }
  text += problem.what;
  return problem.fix.empty() ? text : text + "; " + problem.fix;
}

bool is_rule_id(std::string_view id) noexcept
{
  return !id.empty() && id.size() <= kMaxId && std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

std::string json_mistake(std::string_view message)
{
  // "[json.exception.parse_error.101] parse error at line 2, column 3: syntax error while …"
  for (const std::string_view lead : {"] ", "parse error at line ", ": "}) {
    const std::size_t at = message.find(lead);
    if (at == std::string_view::npos) {
      break;
    }
    message.remove_prefix(at + lead.size());
  }
  return std::string(message);
}

std::string rule_label(std::string_view id)
{
  return std::string("rule \"").append(id).append("\"");
}

RuleProblem no_samples(const std::string& file, const RuleText& rule)
{
  return {file,
          rule.line,
          rule_label(rule.id),
          "has no samples",
          "add \"samples\": [\"…\"], lines that it must decide",
          false};
}

Result<std::vector<RuleText>> parse_rules(std::string_view json, const std::string& file)
{
  RuleFileText read = read_rule_file(json, file);
  if (!read.problems.empty()) {
    return Error{to_string(read.problems.front())};
  }
  for (const RuleText& rule : read.rules) {
    if (rule.samples.empty()) {
      return Error{to_string(no_samples(file, rule))};
    }
  }
  return std::move(read.rules);
}

}  // namespace gpualert
