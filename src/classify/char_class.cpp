#include "classify/char_class.hpp"

#include <cctype>

namespace gpualert {

namespace {

constexpr std::size_t kMaxMembers = 9;  // that a literal may be multiplied by

unsigned byte(char c)
{
  return static_cast<unsigned char>(c);
}

// Adds the character at `at`, or the range that begins with it.
void add_members(std::string_view pattern, std::size_t& at, std::string& members)
{
  const unsigned first = byte(pattern[at++]);
  unsigned last = first;
  if (at + 1 < pattern.size() && pattern[at] == '-' && pattern[at + 1] != ']') {
    last = byte(pattern[at + 1]);
    at += 2;
  }
  for (unsigned k = first; k <= last && members.size() <= kMaxMembers; ++k) {
    members += static_cast<char>(k);
  }
}

}  // namespace

CharClass read_char_class(std::string_view pattern, std::size_t at)
{
  CharClass result;
  const std::size_t begin = at;
  std::string members;
  bool countable = at >= pattern.size() || pattern[at] != '^';
  while (at < pattern.size() && (pattern[at] != ']' || at == begin)) {
    if (pattern.substr(at).starts_with("[:")) {
      result.error = "a named character class";
      result.end = at;
      return result;
    }
    if (pattern[at] == '\\' && at + 1 < pattern.size()) {
      ++at;
      countable = countable && std::isalnum(static_cast<int>(byte(pattern[at]))) == 0;
    }
    add_members(pattern, at, members);
  }
  result.end = at + 1;
  if (at >= pattern.size()) {
    result.end = at;
    result.error = "missing ]";
  }
  if (countable && members.size() <= kMaxMembers) {
    result.members = members;
  }
  return result;
}

}  // namespace gpualert
