#pragma once

#include "classify/rule_table.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace gpualert {

// The rules' patterns, each compiled when it is first tried. Holds a bounded number of compiled
// patterns: an output that provokes them all must not cost more memory than another.
class Matcher {
public:
  explicit Matcher(const RuleTable& table);
  Matcher(const Matcher&) = delete;
  Matcher& operator=(const Matcher&) = delete;
  ~Matcher();

  // Whether the rule's pattern matches somewhere in a message.
  bool matches(std::size_t rule, std::string_view text);

  // The first noise rule that matches.
  std::optional<std::size_t> noise_rule(std::string_view text);
  bool is_noise(std::string_view text) { return noise_rule(text).has_value(); }

  std::size_t compiled() const noexcept { return compiled_; }

  // Whether the rule's pattern is one that RE2 takes.
  bool compiles(std::size_t rule);

private:
  struct Pattern;
  Pattern& pattern(std::size_t rule);

  const RuleTable& table_;
  std::vector<std::unique_ptr<Pattern>> patterns_;  // by rule; null: not compiled
  std::vector<std::uint16_t> noise_;
  std::size_t compiled_ = 0;
};

}  // namespace gpualert
