#include "report/escape.hpp"

#include <algorithm>
#include <vector>

namespace gpualert::report {

namespace {

constexpr char kEscape = 0x1B;
constexpr std::uint8_t kBright = 8;  // from a colour to its bright form

bool between(char c, char first, char last)
{
  return c >= first && c <= last;
}

// CSI: parameters and intermediates up to a final byte (ECMA-48, 5.4).
std::size_t csi_length(std::string_view text)
{
  std::size_t i = 2;
  while (i < text.size() && between(text[i], ' ', '?')) {
    ++i;
  }
  return i < text.size() && between(text[i], '@', '~') ? i + 1 : i;
}

// OSC and its kin: up to BEL or ST. One that does not end must not swallow the rest of the line.
std::size_t string_length(std::string_view text)
{
  const std::size_t end = text.find_first_of("\x07\x1b", 2);
  if (end == std::string_view::npos) {
    return 2;
  }
  return std::min(end + (text[end] == kEscape ? 2 : 1), text.size());
}

std::vector<unsigned> parameters(std::string_view text)
{
  std::vector<unsigned> numbers{0};
  for (const char c : text) {
    if (between(c, '0', '9')) {
      numbers.back() = std::min(numbers.back() * 10 + static_cast<unsigned>(c - '0'), 9999U);
    } else {
      numbers.push_back(0);
    }
  }
  return numbers;
}

// The nearest basic colour of three intensities, 0–255.
std::uint8_t basic_colour(unsigned red, unsigned green, unsigned blue)
{
  constexpr unsigned kHalf = 110;
  constexpr unsigned kFull = 200;
  const unsigned bits =
      (red > kHalf ? 1U : 0U) | (green > kHalf ? 2U : 0U) | (blue > kHalf ? 4U : 0U);
  const bool bright = std::max({red, green, blue}) > kFull;
  return static_cast<std::uint8_t>(1 + bits + (bright ? kBright : 0));
}

std::uint8_t palette_colour(unsigned number)
{
  if (number < 16) {
    return static_cast<std::uint8_t>(number + 1);
  }
  if (number < 232) {  // a cube of 6 × 6 × 6
    const unsigned cell = number - 16;
    return basic_colour(cell / 36 * 51, cell / 6 % 6 * 51, cell % 6 * 51);
  }
  return 9;  // greys
}

// Of "38;5;N", "38;2;R;G;B" and the same with 48: sets the colour of the text, gives the index of
// the last number taken.
std::size_t extended(const std::vector<unsigned>& numbers, std::size_t at, Style& style)
{
  const bool text = numbers[at] == 38;
  if (at + 2 < numbers.size() && numbers[at + 1] == 5) {
    style.colour = text ? palette_colour(numbers[at + 2]) : style.colour;
    return at + 2;
  }
  if (at + 4 < numbers.size() && numbers[at + 1] == 2) {
    style.colour =
        text ? basic_colour(numbers[at + 2], numbers[at + 3], numbers[at + 4]) : style.colour;
    return at + 4;
  }
  return numbers.size();
}

}  // namespace

std::size_t escape_length(std::string_view text)
{
  if (text.size() < 2) {
    return text.size();
  }
  if (text[1] == '[') {
    return csi_length(text);
  }
  if (std::string_view("]PX^_").find(text[1]) != std::string_view::npos) {
    return string_length(text);
  }
  std::size_t i = 1;
  while (i < text.size() && between(text[i], ' ', '/')) {
    ++i;
  }
  return i < text.size() && between(text[i], '0', '~') ? i + 1 : i;
}

Style styled(Style style, std::string_view sequence)
{
  if (!sequence.starts_with("\x1b[") || !sequence.ends_with('m')) {
    return style;
  }
  const std::vector<unsigned> numbers = parameters(sequence.substr(2, sequence.size() - 3));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const unsigned n = numbers[i];
    if (n == 0) {
      style = {};
    } else if (n == 1 || n == 22) {
      style.bold = n == 1;
    } else if (n >= 30 && n <= 37) {
      style.colour = static_cast<std::uint8_t>(n - 30 + 1);
    } else if (n >= 90 && n <= 97) {
      style.colour = static_cast<std::uint8_t>(n - 90 + 1 + kBright);
    } else if (n == 39) {
      style.colour = 0;
    } else if (n == 38 || n == 48) {
      i = extended(numbers, i, style);
    }
  }
  return style;
}

}  // namespace gpualert::report
