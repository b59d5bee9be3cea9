#include "classify/char_class.hpp"

#include <algorithm>
#include <cctype>

namespace gpualert {

namespace {

constexpr std::size_t kMaxMembers = 9;  // that a literal may be multiplied by

unsigned byte(char c)
{
  return static_cast<unsigned char>(c);
}

class Reader {
public:
  Reader(std::string_view pattern, std::size_t at) : pattern_(pattern), at_(at) {}

  CharClass read()
  {
    const std::size_t begin = at_;
    countable_ = at_ >= pattern_.size() || pattern_[at_] != '^';
    while (at_ < pattern_.size() && (pattern_[at_] != ']' || at_ == begin)) {
      if (!skip_named()) {
        add();
      }
    }
    CharClass result;
    result.end = std::min(at_ + 1, pattern_.size());
    if (at_ >= pattern_.size()) {
      result.error = "missing ]";
    }
    if (countable_ && members_.size() <= kMaxMembers) {
      result.members = members_;
    }
    return result;
  }

private:
  // [:alpha:]
  bool skip_named()
  {
    const std::size_t end = pattern_.substr(at_).starts_with("[:") ? pattern_.find(":]", at_ + 2)
                                                                   : std::string_view::npos;
    if (end == std::string_view::npos) {
      return false;
    }
    at_ = end + 2;
    countable_ = false;
    return true;
  }

  // The character at at_, which may be escaped.
  unsigned next()
  {
    if (pattern_[at_] == '\\' && at_ + 1 < pattern_.size()) {
      ++at_;
      countable_ = countable_ && std::isalnum(static_cast<int>(byte(pattern_[at_]))) == 0;
    }
    return byte(pattern_[at_++]);
  }

  // A character, or the range that begins with it.
  void add()
  {
    const unsigned first = next();
    unsigned last = first;
    if (at_ + 1 < pattern_.size() && pattern_[at_] == '-' && pattern_[at_ + 1] != ']') {
      ++at_;
      last = next();
    }
    for (unsigned k = first; k <= last && members_.size() <= kMaxMembers; ++k) {
      members_ += static_cast<char>(k);
    }
  }

  std::string_view pattern_;
  std::size_t at_;
  std::string members_;
  bool countable_ = true;
};

}  // namespace

CharClass read_char_class(std::string_view pattern, std::size_t at)
{
  return Reader(pattern, at).read();
}

}  // namespace gpualert
