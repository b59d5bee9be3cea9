// Rule files and patterns of any content: an error at worst.
#include "classify/gate_plan.hpp"
#include "classify/rule_text.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)gpualert::parse_rules(text, "x.json");   // only crashes matter
  (void)gpualert::parse_causes(text, "x.json");  // likewise
  gpualert::RuleText rule;
  rule.pattern = text;
  (void)gpualert::plan_gate(rule, gpualert::GramCost(""));  // likewise
  return 0;
}
