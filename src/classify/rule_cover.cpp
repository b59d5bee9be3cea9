#include "classify/rule_cover.hpp"

#include <algorithm>
#include <cctype>

namespace gpualert {

namespace {

std::string lower(std::string text)
{
  for (char& c : text) {
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return text;
}

// Every line that holds one of `texts` holds one of `parts`.
bool all_hold(const LiteralSet& texts, const LiteralSet& parts, bool caseless)
{
  return std::all_of(texts.begin(), texts.end(), [&](const std::string& text) {
    const std::string whole = caseless ? lower(text) : text;
    return std::any_of(parts.begin(), parts.end(), [&](const std::string& part) {
      return whole.find(part) != std::string::npos;
    });
  });
}

}  // namespace

Covers::Covers(const std::vector<RuleInfo>& rules)
{
  for (const RuleInfo& info : rules) {
    auto literals = required_literals(info.pattern);
    rules_.push_back({info.pattern, literals ? std::move(*literals) : RequiredLiterals{}});
  }
}

bool Covers::covers(std::size_t rule, std::size_t other) const
{
  const RequiredLiterals& all = rules_[rule].literals;
  const RequiredLiterals& needed = rules_[other].literals;
  if (rules_[rule].pattern == rules_[other].pattern) {
    return true;
  }
  if (!all.whole || all.sets.empty() || all.sets[0].empty() || (needed.caseless && !all.caseless)) {
    return false;
  }
  return std::any_of(needed.sets.begin(), needed.sets.end(), [&](const LiteralSet& set) {
    return !set.empty() && all_hold(set, all.sets[0], all.caseless);
  });
}

}  // namespace gpualert
