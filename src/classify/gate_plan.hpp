#pragma once

#include "classify/literals.hpp"
#include "classify/rule_text.hpp"

#include <gpualert/result.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert {

// How often each folded four-byte string stands in a typical log: what a gate literal costs.
class GramCost {
public:
  explicit GramCost(std::string_view typical_log);
  // Expected false alarms of sampling `literal` at `window`.
  double of(std::string_view literal, std::size_t window) const;
  std::size_t best_window(std::string_view literal) const;

private:
  std::map<std::uint32_t, double> counts_;
};

// How one rule is gated.
struct GatePlan {
  enum class Kind { literal, number, none } kind = Kind::literal;
  LiteralSet literals;
  bool caseless = false;
  bool whole = false;  // a literal found is a match: the pattern says nothing more
};

// Chooses the cheapest of the literal sets that the rule's pattern requires. An Error says why the
// pattern cannot be gated and what would help.
Result<GatePlan> plan_gate(const RuleText& rule, const GramCost& cost);

}  // namespace gpualert
