#pragma once

#include <re2/re2.h>

#include <cstdint>

namespace gpualert {

// RE2 refuses a pattern whose program takes two thirds of this, and falls back to a slower search
// when matching would need more.
inline constexpr std::int64_t kPatternMemory = 96 << 10;

// How rules' patterns are compiled, wherever they are.
inline re2::RE2::Options pattern_options()
{
  re2::RE2::Options options(re2::RE2::Latin1);  // output is bytes; malformed UTF-8 must match
  options.set_log_errors(false);
  options.set_never_capture(true);
  options.set_max_mem(kPatternMemory);
  return options;
}

}  // namespace gpualert
