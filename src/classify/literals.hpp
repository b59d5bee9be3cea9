#pragma once

#include <gpualert/result.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert {

// Any match of the pattern contains at least one of these strings.
using LiteralSet = std::vector<std::string>;

// The literal sets that a pattern requires: all of them hold at once, so the caller may choose the
// one that is cheapest to look for. Lower case when `caseless`.
struct RequiredLiterals {
  std::vector<LiteralSet> sets;
  bool caseless = false;
  bool whole = false;  // sets[0] is all that the pattern matches, and wherever it stands
};

// Reads a pattern in RE2 syntax (the part that rules use: no look-around, no back-references) and
// works out which literals it cannot match without. An Error names what is not understood and
// where.
Result<RequiredLiterals> required_literals(std::string_view pattern);

}  // namespace gpualert
