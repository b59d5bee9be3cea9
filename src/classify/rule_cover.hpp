#pragma once

#include "classify/literals.hpp"

#include <gpualert/rule_set.hpp>

#include <cstddef>
#include <vector>

namespace gpualert {

// Whether a rule takes every line that another one matches, so far as fixed text proves it: the
// first one is nothing but fixed text, and the second one cannot match without that text; or they
// have the same pattern. Never says so wrongly.
class Covers {
public:
  explicit Covers(const std::vector<RuleInfo>& rules);

  bool covers(std::size_t rule, std::size_t other) const;

private:
  struct Known {
    std::string_view pattern;
    RequiredLiterals literals;
  };
  std::vector<Known> rules_;
};

}  // namespace gpualert
