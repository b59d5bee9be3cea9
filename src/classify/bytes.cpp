#include "classify/bytes.hpp"

#include <algorithm>
#include <cstring>

namespace gpualert {

namespace {

constexpr std::size_t kLanes = 16;
using Bytes = std::uint8_t __attribute__((vector_size(kLanes)));
using Words = std::uint64_t __attribute__((vector_size(kLanes)));

Bytes load(const char* at) noexcept
{
  Bytes bytes;
  std::memcpy(&bytes, at, kLanes);
  return bytes;
}

Bytes all(char c) noexcept
{
  return Bytes{} + static_cast<std::uint8_t>(c);
}

bool any(Bytes mask) noexcept
{
  Words words;
  std::memcpy(&words, &mask, kLanes);
  return (words[0] | words[1]) != 0;
}

bool is_line_end(char c) noexcept
{
  return c == '\n' || c == '\r';
}

char folded(char c) noexcept
{
  return static_cast<char>(static_cast<unsigned char>(c) | 0x20U);
}

bool is_letter(char c) noexcept
{
  return folded(c) >= 'a' && folded(c) <= 'z';
}

// Megatron ends every line of progress with a count of its NaN iterations, nearly always 0.
bool is_zero_count(std::string_view after) noexcept
{
  constexpr std::string_view kLabel = " iterations:";
  if (!after.starts_with(kLabel)) {
    return false;
  }
  const std::size_t digit = after.find_first_not_of(' ', kLabel.size());
  return digit != std::string_view::npos && after[digit] == '0';
}

// Whether a number word begins at `at`.
bool number_word_at(std::string_view text, std::size_t at) noexcept
{
  if (at + 3 > text.size() || (at > 0 && is_letter(text[at - 1])) ||
      (at + 3 < text.size() && is_letter(text[at + 3]))) {
    return false;
  }
  const char a = folded(text[at]), b = folded(text[at + 1]), c = folded(text[at + 2]);
  if (a == 'n' && b == 'a' && c == 'n') {
    return !is_zero_count(text.substr(at + 3));
  }
  return a == 'i' && b == 'n' && c == 'f';
}

}  // namespace

std::uint64_t count_newlines(std::string_view text) noexcept
{
  std::uint64_t count = 0;
  std::size_t i = 0;
  const Bytes newline = all('\n');
  while (i + kLanes <= text.size()) {
    // A lane counts to 255 at most before it is added up.
    const std::size_t end = std::min(text.size(), i + 255 * kLanes);
    Bytes lanes{};
    for (; i + kLanes <= end; i += kLanes) {
      lanes -= reinterpret_cast<Bytes>(load(text.data() + i) == newline);
    }
    for (std::size_t k = 0; k < kLanes; ++k) {
      count += lanes[k];
    }
  }
  for (; i < text.size(); ++i) {
    count += text[i] == '\n' ? 1 : 0;
  }
  return count;
}

std::size_t find_line_end(std::string_view text, std::size_t from) noexcept
{
  std::size_t i = from;
  const Bytes newline = all('\n'), carriage_return = all('\r');
  for (; i + kLanes <= text.size(); i += kLanes) {
    const Bytes bytes = load(text.data() + i);
    if (any(reinterpret_cast<Bytes>((bytes == newline) | (bytes == carriage_return)))) {
      break;
    }
  }
  for (; i < text.size(); ++i) {
    if (is_line_end(text[i])) {
      return i;
    }
  }
  return kNoByte;
}

std::size_t find_last_line_end(std::string_view text) noexcept
{
  std::size_t i = text.size();
  const Bytes newline = all('\n'), carriage_return = all('\r');
  for (; i >= kLanes; i -= kLanes) {
    const Bytes bytes = load(text.data() + i - kLanes);
    if (any(reinterpret_cast<Bytes>((bytes == newline) | (bytes == carriage_return)))) {
      break;
    }
  }
  for (; i > 0; --i) {
    if (is_line_end(text[i - 1])) {
      return i - 1;
    }
  }
  return kNoByte;
}

std::size_t find_number_word(std::string_view text, std::size_t from) noexcept
{
  std::size_t i = from;
  const Bytes fold = all(0x20), a = all('a'), n = all('n'), letter_i = all('i'), f = all('f');
  for (; i + kLanes + 2 <= text.size(); i += kLanes) {
    const Bytes first = load(text.data() + i) | fold;
    const Bytes second = load(text.data() + i + 1) | fold;
    const Bytes third = load(text.data() + i + 2) | fold;
    const auto hit = reinterpret_cast<Bytes>(((first == n) & (second == a) & (third == n)) |
                                             ((first == letter_i) & (second == n) & (third == f)));
    if (!any(hit)) {
      continue;
    }
    for (std::size_t k = 0; k < kLanes; ++k) {
      if (hit[k] != 0 && number_word_at(text, i + k)) {
        return i + k;
      }
    }
  }
  for (; i + 3 <= text.size(); ++i) {
    if (number_word_at(text, i)) {
      return i;
    }
  }
  return kNoByte;
}

}  // namespace gpualert
