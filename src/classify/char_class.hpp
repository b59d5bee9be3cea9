#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace gpualert {

// A character class of a pattern, "[a-c]".
struct CharClass {
  std::optional<std::string> members;  // empty: many, or given by \d and the like
  std::size_t end = 0;                 // behind the closing bracket
  std::string error;                   // "" or what is wrong with it, at `end`
};

// `at` is behind the opening bracket.
CharClass read_char_class(std::string_view pattern, std::size_t at);

}  // namespace gpualert
