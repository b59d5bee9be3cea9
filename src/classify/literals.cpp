#include "classify/literals.hpp"

#include "classify/char_class.hpp"
#include "classify/literal_parts.hpp"
#include "classify/pattern_repeat.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace gpualert {

namespace {

constexpr std::size_t kMaxDepth = 32;  // of nested groups

char lower(char c)
{
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

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
    literals.whole = part.exact && !assertions_ && !partial_;
    if (caseless_) {
      fold_all(literals.sets);  // what stands before the flag was not
    }
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

  static void fold_all(std::vector<LiteralSet>& sets)
  {
    for (LiteralSet& set : sets) {
      for (std::string& text : set) {
        std::transform(text.begin(), text.end(), text.begin(), lower);
      }
      sort_unique(set);
    }
  }

  LiteralPart single(char c) const
  {
    if (caseless_ && static_cast<unsigned char>(c) >= 0x80) {
      return unknown_part();  // RE2 knows more of its other case than we do
    }
    LiteralPart part;
    part.strings = {std::string(1, fold(c))};
    return part;
  }

  char fold(char c) const { return caseless_ ? lower(c) : c; }

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
    const std::size_t begin = at_;
    bool off = false;
    while (more() && pattern_[at_] != ':' && pattern_[at_] != ')') {
      const char flag = pattern_[at_++];
      off = off || flag == '-';
      if (flag == 'i' && !off) {
        caseless_ = true;
        partial_ = partial_ || begin != 2 || !next_is(')');  // not of the whole pattern
      } else if (flag == 'i') {
        partial_ = true;
      } else if (std::string_view("-smU").find(flag) == std::string_view::npos) {
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
      case 'p':
      case 'P':
        return skip_braced(1);
      case 'x':
        return skip_braced(2);
      case 'Q':
        return quoted();
      default:
        break;
    }
    if (std::string_view("aCfnrv").find(c) != std::string_view::npos) {
      return unknown_part();
    }
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      fail(std::string("unknown escape \\") + c);
    }
    return single(c);
  }

  // \pN, \p{Greek}, \x7F, \x{7F}: no literal is built with these.
  LiteralPart skip_braced(std::size_t length)
  {
    const std::size_t end =
        next_is('{') ? pattern_.find('}', at_) : at_ + length - 1;  // the last of it
    if (end >= pattern_.size()) {
      fail("unfinished escape");
      return {};
    }
    at_ = end + 1;
    return unknown_part();
  }

  // After \Q, up to \E.
  LiteralPart quoted()
  {
    LiteralSequence parts;
    while (more() && !pattern_.substr(at_).starts_with("\\E")) {
      parts.append(single(pattern_[at_++]));
    }
    at_ = std::min(at_ + 2, pattern_.size());
    // A repeat after it would be of its last character only.
    assertions_ = true;
    LiteralPart part = std::move(parts).finish();
    return {false, {}, part.exact ? std::vector<LiteralSet>{part.strings} : part.needed};
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
      if (caseless_ && static_cast<unsigned char>(c) >= 0x80) {
        return unknown_part();
      }
      part.strings.emplace_back(1, fold(c));
    }
    sort_unique(part.strings);
    return part;
  }

  Repeat repeat()
  {
    const auto read = read_repeat(pattern_, at_);
    at_ = read.end;
    if (read.bad) {
      fail("bad repeat count");
    }
    return read.repeat;
  }

  std::string_view pattern_;
  std::size_t at_ = 0;
  bool caseless_ = false;
  bool assertions_ = false;  // ^ $ \b and the like
  bool partial_ = false;     // (?i) holds for a part only
  std::string error_;
};

}  // namespace

Result<RequiredLiterals> required_literals(std::string_view pattern)
{
  return Parser(pattern).parse();
}

}  // namespace gpualert
