#pragma once

#include "classify/normalise.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

namespace gpualert {

// What the readers of prefixes share.

inline constexpr std::size_t kLongestPrefix = 160;

struct LevelName {
  std::string_view name;
  Level level;
};

inline bool is_digit(char c) noexcept
{
  return c >= '0' && c <= '9';
}

inline bool is_blank(char c) noexcept
{
  return c == ' ';
}

bool is_name_char(char c) noexcept;

// Length of the run of `text` from `from` for which `is` holds.
template <typename Is>
std::size_t run(std::string_view text, std::size_t from, Is is) noexcept
{
  std::size_t n = 0;
  while (from + n < text.size() && is(text[from + n])) {
    ++n;
  }
  return n;
}

// A number of at most six digits and nothing else.
std::optional<int> small_number(std::string_view digits) noexcept;

// The number of at most nine digits that follows the first `key` in `text`.
std::optional<int> number_after(std::string_view text, std::string_view key) noexcept;

inline void drop(Message& message, std::size_t n) noexcept
{
  message.text.remove_prefix(std::min(n, message.text.size()));
}

// Drops n bytes and the one space that separates a prefix from what follows.
void drop_spaced(Message& message, std::size_t n) noexcept;

// The level that begins a glog line: I, W, E, F.
bool is_level_letter(char c) noexcept;
Level level_of_letter(char c) noexcept;

// The level whose name begins `text`, as a whole word.
const LevelName* level_at(std::string_view text) noexcept;

// Length of "2026-08-01", "08/22/2026" or "10:00:00", with what belongs to it
// ("T10:00:00.123+02:00"); 0 when `text` does not begin with one.
std::size_t timestamp_length(std::string_view text) noexcept;

// "[rank3]:", "[default0]:", "[1,3]<stderr>:", "[ERROR]", "[2026-08-01 10:00:00]", "[x.py:1:f]", …
bool strip_bracket(Message& message) noexcept;

}  // namespace gpualert
