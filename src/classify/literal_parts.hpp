#pragma once

#include "classify/literals.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace gpualert {

// What is known of the strings that a part of a pattern matches: all of them (`exact`), or only
// sets of which each match contains one string (`needed`).
struct LiteralPart {
  bool exact = true;
  LiteralSet strings{""};
  std::vector<LiteralSet> needed;
};

struct Repeat {
  std::size_t least = 1, most = 1;
};

LiteralPart unknown_part();
LiteralPart either(const LiteralPart& a, const LiteralPart& b);
LiteralPart repeated(const LiteralPart& part, Repeat repeat);
void sort_unique(LiteralSet& set);

// Concatenation: `run` grows while everything is exact and is flushed into `needed` otherwise.
class LiteralSequence {
public:
  void append(const LiteralPart& part);
  LiteralPart finish() &&;

private:
  void flush();

  bool exact_ = true;
  LiteralSet run_{""};
  std::vector<LiteralSet> needed_;
};

}  // namespace gpualert
