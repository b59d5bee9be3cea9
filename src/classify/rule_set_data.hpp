#pragma once

#include "classify/gate_plan.hpp"
#include "classify/rule_table.hpp"
#include "classify/rule_text.hpp"

#include <gpualert/rule_set.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace gpualert {

// A user's rule, its file, and how it is gated.
struct UserRule {
  RuleText text;
  std::size_t file = 0;
  GatePlan plan;
};

// What the views of a set's table look at, and the table.
struct RuleSet::Data {
  std::vector<std::string> files;
  std::vector<UserRule> user;          // in order: rule i of the table
  std::vector<std::uint16_t> builtin;  // positions in builtin_rules(); they follow the user's
  std::vector<bool> replaces;          // by user rule: a built-in one has its id
  std::vector<Rule> rules;
  std::vector<GateLiteral> literals;
  std::vector<GateLink> links;
  RuleTable table;
};

}  // namespace gpualert
