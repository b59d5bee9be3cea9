#pragma once

#include "classify/literal_parts.hpp"

#include <cstddef>
#include <string_view>

namespace gpualert {

// What stands behind an atom of a pattern: *, +, ?, {2}, {2,}, {2,5}, or nothing.
struct RepeatRead {
  Repeat repeat;
  std::size_t end = 0;  // behind it, and behind the ? of a lazy one
  bool bad = false;
};

RepeatRead read_repeat(std::string_view pattern, std::size_t at);

}  // namespace gpualert
