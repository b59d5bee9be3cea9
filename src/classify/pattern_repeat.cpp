#include "classify/pattern_repeat.hpp"

#include <cctype>
#include <limits>

namespace gpualert {

namespace {

constexpr std::size_t kMany = std::numeric_limits<std::size_t>::max();

bool digit_at(std::string_view pattern, std::size_t at)
{
  return at < pattern.size() && std::isdigit(static_cast<unsigned char>(pattern[at])) != 0;
}

bool is_at(std::string_view pattern, std::size_t at, char c)
{
  return at < pattern.size() && pattern[at] == c;
}

std::size_t number(std::string_view pattern, std::size_t& at)
{
  std::size_t value = 0;
  while (digit_at(pattern, at) && value < 10000) {
    value = value * 10 + static_cast<std::size_t>(pattern[at++] - '0');
  }
  return value;
}

}  // namespace

RepeatRead read_repeat(std::string_view pattern, std::size_t at)
{
  RepeatRead read;
  read.end = at;
  if (is_at(pattern, at, '*')) {
    read.repeat = {0, kMany};
  } else if (is_at(pattern, at, '+')) {
    read.repeat = {1, kMany};
  } else if (is_at(pattern, at, '?')) {
    read.repeat = {0, 1};
  } else if (is_at(pattern, at, '{') && digit_at(pattern, at + 1)) {
    ++at;
    read.repeat.least = number(pattern, at);
    read.repeat.most = read.repeat.least;
    if (is_at(pattern, at, ',')) {
      ++at;
      read.repeat.most = is_at(pattern, at, '}') ? kMany : number(pattern, at);
    }
    if (!is_at(pattern, at, '}')) {
      read.repeat = {};
      return read;  // a brace that means itself
    }
    read.bad = read.repeat.most < read.repeat.least;
  } else {
    return read;
  }
  read.end = at + 1 + (is_at(pattern, at + 1, '?') ? 1U : 0U);
  return read;
}

}  // namespace gpualert
