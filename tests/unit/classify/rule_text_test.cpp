// The error that each mistake in a rule file prints: rules/README.md lists the same ones.
#include "classify/rule_text.hpp"

#include <catch2/catch.hpp>

#include <string>

namespace gpualert {

namespace {

std::string rule_error(const std::string& json)
{
  const auto rules = parse_rules(json, "rules/10-x.json");
  return rules ? "" : rules.error().what;
}

std::string cause_error(const std::string& json)
{
  const auto causes = parse_causes(json, "rules/causes.json");
  return causes ? "" : causes.error().what;
}

}  // namespace

TEST_CASE("a rule file is read in order, comments allowed")
{
  const auto rules = parse_rules(R"([ // the first
    {"id": "a_1", "cause": "cuda_oom", "role": "root", "pattern": "x\\d", "samples": ["x1"]},
    {"id": "b", "cause": "network", "role": "weak", "pattern": "y", "samples": ["y"],
     "counter_samples": ["z"]}])",
                                 "f");
  REQUIRE(rules);
  REQUIRE(rules.value().size() == 2);
  CHECK(rules.value()[0].id == "a_1");
  CHECK(rules.value()[0].pattern == "x\\d");
  CHECK(rules.value()[1].role == Role::weak);
  CHECK(rules.value()[1].counter_samples == std::vector<std::string>{"z"});
}

TEST_CASE("mistakes in a rule file are named with file, line and rule")
{
  CHECK(rule_error("[\n{]").starts_with("rules/10-x.json:2: not JSON: "));
  CHECK(rule_error("{}") == "rules/10-x.json:1: must be a list of rules: [ {…}, … ]");
  CHECK(rule_error("[\n\n 3]") == "rules/10-x.json:3: rule 1: is not an object {…}");
  CHECK(
      rule_error("[\n {\"id\": \"a\"}]") ==
      "rules/10-x.json:2: rule \"a\": missing key \"cause\"; a rule has the keys id, cause, role, "
      "pattern, samples, counter_samples, title and hint");
  const std::string good = R"({"id":"a","cause":"b","role":"root","pattern":"c","samples":["d"]})";
  CHECK(rule_error("[" + good + ",\n{\"id\":\"a\",\"pat\":\"b\"}]") ==
        "rules/10-x.json:2: rule \"a\": unknown key \"pat\"; a rule has the keys id, cause, role, "
        "pattern, samples, counter_samples, title and hint");
  CHECK(rule_error("[" + good + ",\n\n{\"id\":3}]") ==
        "rules/10-x.json:3: rule 2: \"id\" must be a string");
  CHECK(rule_error(R"([{"id":"A b","cause":"b","role":"root","pattern":"c","samples":["d"]}])") ==
        "rules/10-x.json:1: rule \"A b\": an id is made of a-z, 0-9 and _, at most 64 of them");
  CHECK(rule_error(R"([{"id":"a","cause":"b","role":"rot","pattern":"c","samples":["d"]}])") ==
        "rules/10-x.json:1: rule \"a\": unknown role \"rot\" (external, root, confirmation, "
        "symptom, weak, generic, noise); did you mean \"root\"?");
  CHECK(
      rule_error(R"([{"id":"a","cause":"b","role":"root","pattern":"c"}])") ==
      "rules/10-x.json:1: rule \"a\": has no samples; add \"samples\": [\"…\"], lines that it must "
      "decide");
  CHECK(rule_error(R"([{"id":"a","cause":"b","role":"root","pattern":"c","samples":["d",3]}])") ==
        "rules/10-x.json:1: rule \"a\": \"samples\" must be a list of strings");
}

TEST_CASE("of a file full of mistakes the first fifty are told, and that there are more")
{
  std::string json = "[";
  for (int i = 0; i < 100; ++i) {
    json += "\n 0,";
  }
  const RuleFileText read = read_rule_file(json + "1]", "f");
  REQUIRE(read.problems.size() == 51);
  CHECK(to_string(read.problems[49]) == "f:51: rule 50: is not an object {…}");
  CHECK(to_string(read.problems[50]) ==
        "f:52: from here on the file was not looked at: too many mistakes; correct those above");
}

TEST_CASE("what stands before a mistake of syntax is read, but no rule that is cut off")
{
  const std::string good = R"({"id":"a","cause":"b","role":"root","pattern":"c"})";
  const RuleFileText read = read_rule_file("[" + good + ",\n{\"id\": \"cut", "f");
  REQUIRE(read.rules.size() == 1);
  CHECK(read.rules[0].id == "a");
  REQUIRE(read.problems.size() == 1);
  CHECK(to_string(read.problems[0]).starts_with("f:2: not JSON: "));
  CHECK(read_rule_file(std::string(1 << 20, '['), "f").problems.size() == 1);
  CHECK(read_rule_file("", "f").problems.size() == 1);
}

TEST_CASE("a sample's own line is known")
{
  const RuleFileText read = read_rule_file(
      "[{\"id\":\"a\",\"cause\":\"b\",\n\"role\":\"root\",\"pattern\":\"c\",\n"
      "\"samples\":[\"d\",\n\"e\"],\"counter_samples\":\n[\"f\"]}]",
      "f");
  REQUIRE(read.rules.size() == 1);
  CHECK(read.rules[0].line == 1);
  CHECK(read.rules[0].sample_lines == std::vector<std::size_t>{3, 4});
  CHECK(read.rules[0].counter_sample_lines == std::vector<std::size_t>{5});
}

TEST_CASE("mistakes in the catalogue are named with file, line and cause")
{
  const std::string rest = R"("title":"t","family":"f","hint":"h")";
  CHECK(cause_error("{\"a\":{" + rest + R"(,"class":"other","who":"user","retry":"no"}})").empty());
  CHECK(cause_error("[1e999999]").starts_with("rules/causes.json:1: not JSON: number overflow"));
  CHECK(rule_error("[\n1e999999]").starts_with("rules/10-x.json:2: not JSON: number overflow"));
  CHECK(cause_error("[]") ==
        "rules/causes.json:1: must be an object of causes: { \"id\": {…}, … }");
  CHECK(cause_error("{\n\"a\":{" + rest + R"(,"class":"x","who":"user","retry":"no"}})") ==
        "rules/causes.json:2: cause \"a\": unknown class \"x\"");
  CHECK(cause_error("{\"a\":{" + rest + R"(,"class":"other","who":"me","retry":"no"}})") ==
        "rules/causes.json:1: cause \"a\": unknown who \"me\" (user, configuration, data, "
        "administrator)");
  CHECK(cause_error("{\"a\":{" + rest + R"(,"class":"other","who":"user","retry":"maybe"}})") ==
        "rules/causes.json:1: cause \"a\": unknown retry \"maybe\" (no, yes, elsewhere)");
  CHECK(cause_error("{\"a\":{}}") == "rules/causes.json:1: cause \"a\": missing key \"title\"");
}

}  // namespace gpualert
