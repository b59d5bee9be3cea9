#include "classify/gate_plan.hpp"

#include "classify/gate.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>

namespace gpualert {

namespace {

// A string that no typical log holds still costs a little: fewer literals are better.
constexpr double kRareCost = 0.02;

std::uint32_t gram_at(std::string_view text, std::size_t at)
{
  std::uint32_t gram = 0;
  std::memcpy(&gram, text.data() + at, Gate::kGram);
  return gram | 0x20202020U;
}

bool is_number_word(std::string text)
{
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text == "nan" || text == "inf" || text == "-nan" || text == "-inf";
}

double cost_of(const LiteralSet& set, const GramCost& cost)
{
  double sum = 0;
  for (const std::string& literal : set) {
    sum += cost.of(literal, cost.best_window(literal));
  }
  return sum;
}

}  // namespace

GramCost::GramCost(std::string_view typical_log)
{
  for (std::size_t at = 0; at + Gate::kGram <= typical_log.size(); ++at) {
    counts_[gram_at(typical_log, at)] += 1;
  }
}

double GramCost::of(std::string_view literal, std::size_t window) const
{
  double sum = 0;
  for (std::size_t k = 0; k < Gate::kStride; ++k) {
    const auto found = counts_.find(gram_at(literal, window + k));
    sum += kRareCost + (found == counts_.end() ? 0 : found->second);
  }
  return sum;
}

std::size_t GramCost::best_window(std::string_view literal) const
{
  std::size_t best = 0;
  for (std::size_t at = 1; at + Gate::kWindow <= literal.size(); ++at) {
    if (of(literal, at) < of(literal, best)) {
      best = at;
    }
  }
  return best;
}

Result<GatePlan> plan_gate(const RuleText& rule, const GramCost& cost)
{
  auto required = required_literals(rule.pattern);
  if (!required) {
    return required.error();
  }
  GatePlan plan;
  plan.caseless = required->caseless;
  if (rule.role == Role::noise) {
    plan.kind = GatePlan::Kind::none;
    return plan;
  }
  bool number = false;
  for (const LiteralSet& set : required->sets) {
    number = number || std::all_of(set.begin(), set.end(), is_number_word);
    const bool usable = std::all_of(set.begin(), set.end(), [](const std::string& literal) {
      return literal.size() >= Gate::kWindow && literal.size() < 200;
    });
    if (usable && (plan.literals.empty() || cost_of(set, cost) < cost_of(plan.literals, cost))) {
      plan.literals = set;
    }
  }
  if (!plan.literals.empty()) {
    return plan;
  }
  if (number) {
    plan.kind = GatePlan::Kind::number;
    return plan;
  }
  return Error{"the pattern requires no text of " + std::to_string(Gate::kWindow) +
               " characters or more, so every line would have to be tried; add fixed text to it"};
}

}  // namespace gpualert
