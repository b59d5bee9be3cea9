#include "classify/literals.hpp"

#include "classify/char_class.hpp"
#include "classify/literal_parts.hpp"

#include <cctype>
#include <limits>
#include <utility>

namespace gpualert {

namespace {

constexpr std::size_t kMaxDepth = 32;  // of nested groups

class Parser {
public:
  explicit Parser(std::string_view pattern) : pattern_(pattern) {}

  Result<RequiredLiterals> parse()
  {
    const LiteralPart part = alternatives(0);
    if (error_.empty() && at_ < pattern_.size()) {
      fail("unmatched )");
    }
    if (!error_.empty()) {
      return Error{error_};
    }
    RequiredLiterals literals;
    literals.sets = part.exact ? std::vector<LiteralSet>{part.strings} : part.needed;
    literals.caseless = caseless_;
    literals.whole = part.exact && !assertions_;
    return literals;
  }

private:
  bool more() const { return error_.empty() && at_ < pattern_.size(); }
  bool next_is(char c) const { return more() && pattern_[at_] == c; }

  void fail(const std::string& why)
  {
    if (error_.empty()) {
      error_ = why + " at character " + std::to_string(at_ + 1) + " of the pattern";
    }
  }

  LiteralPart alternatives(std::size_t depth)
  {
    if (depth > kMaxDepth) {
      fail("groups nested too deep");
      return unknown_part();
    }
    LiteralPart all = sequence(depth);
    while (next_is('|')) {
      ++at_;
      all = either(all, sequence(depth));
    }
    return all;
  }

  LiteralPart sequence(std::size_t depth)
  {
    LiteralSequence parts;
    while (more() && pattern_[at_] != '|' && pattern_[at_] != ')') {
      const LiteralPart part = atom(depth);
      parts.append(repeated(part, repeat()));
    }
    return std::move(parts).finish();
  }

  LiteralPart atom(std::size_t depth)
  {
    const char c = pattern_[at_++];
    switch (c) {
      case '(':
        return group(depth);
      case '[':
        return char_class();
      case '\\':
        return escape();
      case '.':
        return unknown_part();
      case '^':
      case '$':
        assertions_ = true;
        return {};
      case '*':
      case '+':
      case '?':
        fail("nothing to repeat");
        return {};
      default:
        return single(c);
    }
  }

  LiteralPart single(char c) const
  {
    LiteralPart part;
    part.strings = {std::string(1, fold(c))};
    return part;
  }

  char fold(char c) const
  {
    return caseless_ ? static_cast<char>(std::tolower(static_cast<unsigned char>(c))) : c;
  }

  LiteralPart group(std::size_t depth)
  {
    if (next_is('?')) {
      ++at_;
      if (!group_flags()) {
        return {};  // (?i) on its own
      }
    }
    LiteralPart part = alternatives(depth + 1);
    if (!next_is(')')) {
      fail("missing )");
    }
    ++at_;
    return part;
  }

  // After "(?": true when a group's body follows, false for flags alone. A flag of a part is taken
  // for all that follows: the literals are then only looked for with less care than needed.
  bool group_flags()
  {
    if (next_is('P') || next_is('<')) {
      const std::size_t end = pattern_.find('>', at_);
      if (end == std::string_view::npos) {
        fail("unfinished group name");
        return true;
      }
      at_ = end + 1;
      return true;
    }
    while (more() && pattern_[at_] != ':' && pattern_[at_] != ')') {
      const char flag = pattern_[at_++];
      if (flag == 'i') {
        caseless_ = true;
      } else if (flag != 's' && flag != 'm') {
        fail("unknown flag");
      }
    }
    const bool body = next_is(':');
    ++at_;
    return body;
  }

  LiteralPart escape()
  {
    if (!more()) {
      fail("nothing after the backslash");
      return {};
    }
    const char c = pattern_[at_++];
    switch (c) {
      case 'b':
      case 'B':
      case 'A':
      case 'z':
        assertions_ = true;
        return {};
      case 'd':
      case 'D':
      case 's':
      case 'S':
      case 'w':
      case 'W':
        return unknown_part();
      case 't':
        return single('\t');
      default:
        break;
    }
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      fail(std::string("unknown escape \\") + c);
    }
    return single(c);
  }

  LiteralPart char_class()
  {
    const CharClass set = read_char_class(pattern_, at_);
    at_ = set.end;
    if (!set.error.empty()) {
      fail(set.error);
    }
    if (!set.members) {
      return unknown_part();
    }
    LiteralPart part;
    part.strings.clear();
    for (const char c : *set.members) {
      part.strings.emplace_back(1, fold(c));
    }
    sort_unique(part.strings);
    return part;
  }

  Repeat repeat()
  {
    Repeat repeat;
    if (next_is('*')) {
      repeat = {0, std::numeric_limits<std::size_t>::max()};
    } else if (next_is('+')) {
      repeat = {1, std::numeric_limits<std::size_t>::max()};
    } else if (next_is('?')) {
      repeat = {0, 1};
    } else if (next_is('{') && at_ + 1 < pattern_.size() &&
               std::isdigit(static_cast<unsigned char>(pattern_[at_ + 1])) != 0) {
      return counted();
    } else {
      return repeat;
    }
    ++at_;
    skip_lazy();
    return repeat;
  }

  Repeat counted()
  {
    Repeat repeat;
    ++at_;
    repeat.least = number();
    repeat.most = repeat.least;
    if (next_is(',')) {
      ++at_;
      repeat.most = next_is('}') ? std::numeric_limits<std::size_t>::max() : number();
    }
    if (!next_is('}') || repeat.most < repeat.least) {
      fail("bad repeat count");
    }
    ++at_;
    skip_lazy();
    return repeat;
  }

  void skip_lazy()
  {
    if (next_is('?')) {
      ++at_;
    }
  }

  std::size_t number()
  {
    std::size_t value = 0;
    while (more() && std::isdigit(static_cast<unsigned char>(pattern_[at_])) != 0 &&
           value < 10000) {
      value = value * 10 + static_cast<std::size_t>(pattern_[at_++] - '0');
    }
    return value;
  }

  std::string_view pattern_;
  std::size_t at_ = 0;
  bool caseless_ = false;
  bool assertions_ = false;  // ^ $ \b and the like
  std::string error_;
};

}  // namespace

Result<RequiredLiterals> required_literals(std::string_view pattern)
{
  return Parser(pattern).parse();
}

}  // namespace gpualert
