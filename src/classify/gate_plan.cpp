#include "classify/gate_plan.hpp"

#include "classify/bytes.hpp"
#include "classify/gate.hpp"

#include <algorithm>
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

// Cheaper than a literal that typical logs hold at all: the gate looks for number words anyway.
constexpr double kNumberCost = 1.0;

bool holds_number_word(const std::string& literal)
{
  return find_number_word(literal, 0) != kNoByte;
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
  plan.whole = required->whole;
  if (rule.role == Role::noise) {
    plan.kind = GatePlan::Kind::none;
    if (plan.whole && required->sets[0].size() == 1 && !plan.caseless) {
      plan.literals = required->sets[0];
    } else {
      plan.whole = false;
    }
    return plan;
  }
  bool number = false;
  for (const LiteralSet& set : required->sets) {
    number = number || std::all_of(set.begin(), set.end(), holds_number_word);
    const bool usable = std::all_of(set.begin(), set.end(), [](const std::string& literal) {
      return literal.size() >= Gate::kWindow && literal.size() < 200;
    });
    if (usable && (plan.literals.empty() || cost_of(set, cost) < cost_of(plan.literals, cost))) {
      plan.literals = set;
    }
  }
  if (number && (plan.literals.empty() || cost_of(plan.literals, cost) > kNumberCost)) {
    plan.literals.clear();
    plan.whole = false;
    plan.kind = GatePlan::Kind::number;
    return plan;
  }
  if (!plan.literals.empty()) {
    return plan;
  }
  return Error{"the pattern requires no text of " + std::to_string(Gate::kWindow) +
               " characters or more, so every line would have to be tried; add fixed text to it"};
}

}  // namespace gpualert
