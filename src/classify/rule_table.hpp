#pragma once

#include <gpualert/classifier.hpp>

#include <cstdint>
#include <span>
#include <string_view>

namespace gpualert {

// How the scanner learns that a line may match a rule.
enum class GateKind : std::uint8_t {
  literal,  // the line holds one of the rule's literals
  number,   // the line holds "nan" or "inf" as a word
  none,     // a noise rule: only tried on lines that another rule matches
};

// A string to look for, and the stretch of it that the gate samples (kGateWindow bytes from
// `window`; chosen where typical logs have the fewest of the same characters).
struct GateLiteral {
  std::string_view text;  // lower case when caseless
  std::uint8_t window = 0;
  bool caseless = false;
};

// A rule as the generator leaves it, or a RuleSet: the views live as long as the table.
struct Rule {
  std::string_view id, cause, pattern;
  Role role = Role::root;
  GateKind gate = GateKind::literal;
  bool whole = false;            // one of the literals in a message is a match: nothing to compile
  std::string_view literal;      // of a noise rule that is `whole`
  std::string_view title, hint;  // "" = the cause's
};

// Literal `literal` leads to rule `rule`: both are indices.
struct GateLink {
  std::uint16_t literal = 0, rule = 0;
};

struct RuleTable {
  std::span<const Rule> rules;            // in order
  std::span<const GateLiteral> literals;  // each once
  std::span<const GateLink> links;        // sorted by literal
};

// The rules of rules/*.json, compiled in.
const RuleTable& builtin_rules();

// A cause of rules/causes.json. `klass` is a class id, or "exception": the class of the exception
// that was printed, else "other".
struct CauseEntry {
  std::string_view id, title, family, klass, who, retry, hint;
};
std::span<const CauseEntry> builtin_causes();  // sorted by id

// The files that the rules were in: one for each, with the position of its first rule, in order.
struct RuleFamily {
  std::string_view file;
  std::uint16_t first = 0;
};
std::span<const RuleFamily> builtin_families();

// What training jobs print when all is well: what a gate literal costs is measured on it.
std::string_view typical_log();

// FNV-1a of the rule files, in hexadecimal: results depend on them.
std::string_view builtin_rules_hash();

}  // namespace gpualert
