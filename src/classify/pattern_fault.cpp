#include "classify/pattern_fault.hpp"

#include "classify/pattern_options.hpp"

#include <array>
#include <cctype>

namespace gpualert {

namespace {

using re2::RE2;

struct Construct {
  std::string_view lead;
  const char* name;
  const char* fix;
};

constexpr const char* kNoLook =
    "write what must stand there itself; to leave lines out, put a rule with role noise beside it";
constexpr const char* kRepeatLess =
    "repeat less ({1,500} copies its part 500 times), write .* instead, or make several rules of "
    "it";
constexpr const char* kNoBack = "write the repeated text out, or search for less";

// What other engines know and RE2 does not.
constexpr std::array<Construct, 10> kForeign{
    {{"(?=", "look-ahead", kNoLook},
     {"(?!", "negative look-ahead", kNoLook},
     {"(?<=", "look-behind", kNoLook},
     {"(?<!", "negative look-behind", kNoLook},
     {"(?>", "atomic groups", "write (?:…)"},
     {"(?P=", "back-references", kNoBack},
     {"(?P>", "recursion", kNoBack},
     {"(?(", "conditions", "make two rules of it"},
     {"(?#", "comments in patterns", "leave it out; a rule file may have // comments"},
     {"(?<", "groups of that form", "write (?:…)"}}};

std::string at_place(const std::string& pattern, std::string_view part)
{
  const std::size_t at = part.empty() ? std::string::npos : pattern.find(part);
  return at == std::string::npos ? "" : " at character " + std::to_string(at + 1);
}

std::string quoted(std::string_view part)
{
  return "\"" + std::string(part.substr(0, 40)) + "\"";
}

PatternFault foreign(const std::string& pattern, std::string_view part)
{
  for (const Construct& construct : kForeign) {
    if (const std::size_t at = pattern.find(construct.lead);
        at != std::string::npos && part.starts_with(construct.lead.substr(0, part.size()))) {
      return {"RE2 has no " + std::string(construct.name) + ": " + quoted(construct.lead) +
                  " at character " + std::to_string(at + 1),
              construct.fix};
    }
  }
  return {"RE2 does not know the group " + quoted(part) + at_place(pattern, part),
          "write (?:…) for a group, (?i) for any case"};
}

PatternFault bad_escape(const std::string& pattern, std::string_view part)
{
  const std::string place = quoted(part) + at_place(pattern, part);
  const char c = part.size() > 1 ? part[1] : '\0';
  if (c >= '1' && c <= '9') {
    return {"RE2 has no back-references: " + place, kNoBack};
  }
  if (c == 'Z') {
    return {"RE2 does not know the escape " + place, "write $"};
  }
  if (c == 'G' || c == 'K' || c == 'R' || c == 'h' || c == 'X') {
    return {"RE2 does not know the escape " + place, "leave it out, or write the characters"};
  }
  if (c == 'u') {
    return {"RE2 does not know the escape " + place, "write the character itself"};
  }
  return {"RE2 does not know the escape " + place,
          "a character that means itself needs no backslash if it is a letter"};
}

PatternFault fault_of(const std::string& pattern, RE2::ErrorCode code, const std::string& part)
{
  const std::string place = quoted(part) + at_place(pattern, part);
  switch (code) {
    case RE2::ErrorBadPerlOp:
    case RE2::ErrorBadNamedCapture:
      return foreign(pattern, part);
    case RE2::ErrorBadEscape:
      return bad_escape(pattern, part);
    case RE2::ErrorBadCharClass:
    case RE2::ErrorBadCharRange:
      return {"a bad character class: " + place, "a range goes from the lower to the higher"};
    case RE2::ErrorMissingBracket:
      return {"a missing ]: " + place, "write \\[ for a bracket that means itself"};
    case RE2::ErrorMissingParen:
      return {"a missing ): " + place, "write \\( for a parenthesis that means itself"};
    case RE2::ErrorUnexpectedParen:
      return {"a ) too many: " + place, "write \\) for a parenthesis that means itself"};
    case RE2::ErrorTrailingBackslash:
      return {"nothing after the last backslash", "write \\\\ for a backslash that means itself"};
    case RE2::ErrorRepeatArgument:
      return {"nothing to repeat: " + place, "write \\* for a star that means itself"};
    case RE2::ErrorRepeatSize:
      return {"more than 1000 repeats, alone or one in another: " + place, "write * or +"};
    case RE2::ErrorRepeatOp:
      return {"RE2 has no possessive or double repeat: " + place, "write one of * + ?"};
    case RE2::ErrorPatternTooLarge:
      return {"the pattern is too large: compiled it takes more than " +
                  std::to_string(kPatternMemory * 2 / 3 / 1024) + " KiB",
              kRepeatLess};
    default:
      return {"RE2 refuses the pattern: " + place, ""};
  }
}

}  // namespace

int program_size(const std::string& pattern)
{
  return RE2(pattern, pattern_options()).ProgramSize();
}

std::optional<PatternFault> find_pattern_fault(const std::string& pattern)
{
  const RE2 compiled(pattern, pattern_options());
  if (compiled.ok() && compiled.ProgramSize() <= kMaxProgram) {
    return std::nullopt;
  }
  if (compiled.ok()) {
    return PatternFault{"the pattern is too large: compiled it has " +
                            std::to_string(compiled.ProgramSize()) + " instructions, and " +
                            std::to_string(kMaxProgram) + " are allowed",
                        kRepeatLess};
  }
  return fault_of(pattern, compiled.error_code(), compiled.error_arg());
}

}  // namespace gpualert
