#include "classify/literals.hpp"
#include "classify/gate_plan.hpp"

#include <catch2/catch.hpp>

#include <string>

namespace gpualert {

namespace {

// "a|b & c": the sets that a pattern requires.
std::string literals(const std::string& pattern)
{
  const auto required = required_literals(pattern);
  if (!required) {
    return "error: " + required.error().what;
  }
  std::string text;
  for (const LiteralSet& set : required.value().sets) {
    text += text.empty() ? "" : " & ";
    std::string joined;
    for (const std::string& literal : set) {
      joined += (joined.empty() ? "" : "|") + literal;
    }
    text += joined;
  }
  return text + (required.value().caseless ? " (any case)" : "") +
         (required.value().whole ? " (whole)" : "");
}

std::string plan(const std::string& pattern, const std::string& log = "")
{
  RuleText rule;
  rule.pattern = pattern;
  const auto planned = plan_gate(rule, GramCost(log));
  if (!planned) {
    return "error: " + planned.error().what;
  }
  if (planned.value().kind == GatePlan::Kind::number) {
    return "number";
  }
  std::string text;
  for (const std::string& literal : planned.value().literals) {
    text += (text.empty() ? "" : "|") + literal;
  }
  return text;
}

}  // namespace

TEST_CASE("the literals that a pattern requires")
{
  CHECK(literals("CUDA out of memory") == "CUDA out of memory (whole)");
  CHECK(literals("a\\.b\\(c\\)") == "a.b(c) (whole)");
  CHECK(literals("\\bfoo$") == "foo");
  CHECK(literals("(?:CUDA|HIP) out") == "CUDA out|HIP out (whole)");
  CHECK(literals("colou?r") == "color|colour (whole)");
  CHECK(literals("job \\d+ killed") == "job  &  killed");
  CHECK(literals("x[ab]y") == "xay|xby (whole)");
  CHECK(literals("x[^a]y") == "x & y");
  CHECK(literals("Errno (?:28|122)") == "Errno 122|Errno 28 (whole)");
  CHECK(literals("(?i)Loss Is") == "loss is (any case) (whole)");
  CHECK(literals("ab{2}c{1,2}") == "abbc|abbcc (whole)");
  CHECK(literals("(abc)+d*") == "abc");
  CHECK(literals("foo|\\d+").empty());
  CHECK(literals("foo\\w|bar") == "bar|foo");
  CHECK(literals("(?P<name>abc)") == "abc (whole)");
  CHECK(literals("16[789]") == "167|168|169 (whole)");
  CHECK(literals("[[:alpha:]]xyz") == "xyz");
  CHECK(literals("[+-\\]]xyz") == "xyz");
  CHECK(literals("\\x41bc\\pN\\p{Lu}de") == "bc & de");
  CHECK(literals("\\Qa.b\\E+") == "a.b");
  CHECK(literals("a{2") == "a{2 (whole)");
}

TEST_CASE("a flag that is not of the whole pattern makes no literal a match")
{
  CHECK(literals("abC(?i)dE") == "abcde (any case)");
  CHECK(literals("(?i:aB)cD") == "abcd (any case)");
  CHECK(literals("(?i)\xC3\xA9tat") == "tat (any case)");
}

TEST_CASE("a malformed pattern is named with its place")
{
  CHECK(literals("(abc") == "error: missing ) at character 5 of the pattern");
  CHECK(literals("abc)") == "error: unmatched ) at character 4 of the pattern");
  CHECK(literals("[abc") == "error: missing ] at character 5 of the pattern");
  CHECK(literals("*a") == "error: nothing to repeat at character 2 of the pattern");
  CHECK(literals("a\\") == "error: nothing after the backslash at character 3 of the pattern");
  CHECK(literals("a\\q") == "error: unknown escape \\q at character 4 of the pattern");
  CHECK(literals("(?x)a") == "error: unknown flag at character 4 of the pattern");
  CHECK(literals("a{3,1}") == "error: bad repeat count at character 7 of the pattern");
  CHECK(literals(std::string(100, '(')).starts_with("error: groups nested too deep"));
}

TEST_CASE("the gate looks for the literals that typical logs hold least")
{
  CHECK(plan("Watchdog \\d+ timeout") == "Watchdog ");
  CHECK(plan("Watchdog \\d+ timeout", "Watchdog Watchdog") == " timeout");
}

TEST_CASE("a rule whose only text is a number word is gated by number words")
{
  CHECK(plan("loss\\s*=\\s*(?:nan|inf)\\b") == "number");
}

TEST_CASE("a pattern without text to look for is refused")
{
  CHECK(plan("\\w+Err\\w+") ==
        "error: the pattern requires no text of 5 characters or more, so every line would have to "
        "be tried; add fixed text to it");
}

}  // namespace gpualert
