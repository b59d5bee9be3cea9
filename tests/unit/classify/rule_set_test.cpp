// A user's rules in front of the built-in ones.
#include "classify/rule_table.hpp"

#include <gpualert/classifier.hpp>
#include <gpualert/rule_set.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace gpualert {

namespace {

RuleFile file(const std::string& name, const std::string& text)
{
  return {name, text};
}

std::string rule(const std::string& id, const std::string& pattern, const std::string& more = "")
{
  return R"({"id": ")" + id + R"(", "cause": "storage_io", "role": "root", "pattern": ")" +
         pattern + R"(", "samples": ["x"])" + more + "}";
}

std::vector<std::string> found(const LoadedRules& rules, const std::string& log)
{
  Scanner scanner(rules.set);
  scanner.bytes(Stream::err, log);
  std::vector<std::string> ids;
  for (const Finding& finding : scanner.finish().items) {
    ids.push_back(finding.rule);
  }
  return ids;
}

const std::string kOom = "RuntimeError: CUDA out of memory. Tried to allocate 20.00 MiB\n";
const std::vector<std::string> kBuiltinOom{"torch_out_of_memory"};

}  // namespace

TEST_CASE("rule set: without files it is the built-in one")
{
  const LoadedRules rules = make_rule_set({});
  CHECK(rules.problems.empty());
  CHECK(rules.set->list().size() == builtin_rules().rules.size());
  CHECK(rules.set->list().front().file == "rules/00-noise.json");
  CHECK(found(rules, kOom) == kBuiltinOom);
}

TEST_CASE("rule set: a user's rule is tried before the built-in ones, files in their order")
{
  const LoadedRules one = make_rule_set({file("a", "[" + rule("mine", "CUDA out of mem") + "]")});
  REQUIRE(one.problems.empty());
  CHECK(found(one, kOom) == std::vector<std::string>{"mine"});
  const LoadedRules two =
      make_rule_set({file("a", "[" + rule("first", "out of memory\\\\. Tried") + "]"),
                     file("b", "[" + rule("second", "CUDA out of mem") + "]")});
  REQUIRE(two.problems.empty());
  CHECK(found(two, kOom) == std::vector<std::string>{"first"});
  CHECK(found(two, "CUDA out of memory\n") == std::vector<std::string>{"second"});
}

TEST_CASE("rule set: the other built-in rules stay as they are")
{
  const LoadedRules rules =
      make_rule_set({file("a", "[" + rule("mine", "quota of the lab") + "]")});
  CHECK(found(rules, kOom) == kBuiltinOom);
  CHECK(found(rules, "ZeroDivisionError: division by zero\nquota of the lab\n").size() == 2);
}

TEST_CASE("rule set: a rule with the id of a built-in one replaces it")
{
  const LoadedRules rules =
      make_rule_set({file("a", "[" + rule("torch_out_of_memory", "no such text") + "]")});
  REQUIRE(rules.problems.empty());
  const auto list = rules.set->list();
  CHECK(list.size() == builtin_rules().rules.size());
  CHECK(list[0].replaces);
  CHECK(std::count_if(list.begin(), list.end(),
                      [](const RuleInfo& info) { return info.id == "torch_out_of_memory"; }) == 1);
  CHECK(found(rules, kOom) != kBuiltinOom);
}

TEST_CASE("rule set: a noise rule of a user takes lines from the built-in rules")
{
  const LoadedRules rules = make_rule_set({file(
      "a",
      R"([{"id": "n", "cause": "unknown", "role": "noise", "pattern": "Tried to allocate 20"}])")});
  REQUIRE(rules.problems.empty());
  CHECK(found(rules, kOom).empty());
}

TEST_CASE("rule set: title and hint come with the finding")
{
  const LoadedRules rules = make_rule_set(
      {file("a", "[" + rule("mine", "lab quota", R"(, "title": "T", "hint": "H")") + "]")});
  Scanner scanner(rules.set);
  scanner.bytes(Stream::err, "over the lab quota\n");
  const Findings findings = scanner.finish();
  REQUIRE(findings.items.size() == 1);
  CHECK(findings.items[0].title == "T");
  CHECK(findings.items[0].hint == "H");
  const Verdict verdict = diagnose(findings, {Ending{Exited{1}}, std::nullopt, 0, {}, false});
  CHECK(verdict.rule == "mine");
  CHECK(verdict.cause == "storage_io");
  CHECK(verdict.title == "T");
  CHECK(verdict.hint == "H");
}

TEST_CASE("rule set: a file with a mistake is left out as a whole, the others stay")
{
  const LoadedRules rules = make_rule_set(
      {file("a", "[" + rule("good", "CUDA out of mem") + ",\n" + rule("bad", "(?=lookahead)") +
                     ",\n" + rule("worse", "x", R"(, "role": "rot")") + "]"),
       file("b", "[" + rule("other", "lab quota") + "]"),
       {"c", Error{"is a FIFO, not a file"}}});
  CHECK(found(rules, kOom) == kBuiltinOom);
  CHECK(found(rules, "lab quota\n") == std::vector<std::string>{"other"});
  REQUIRE(rules.problems.size() == 3);
  CHECK(to_string(rules.problems[0]).starts_with("a:2: rule \"bad\": RE2 has no look-ahead"));
  CHECK(to_string(rules.problems[1]).starts_with("a:3: rule \"worse\": the key \"role\" is there"));
  CHECK(to_string(rules.problems[2]) == "c: is a FIFO, not a file");
}

TEST_CASE("rule set: an id that another file has is a mistake of the later file")
{
  const LoadedRules rules = make_rule_set({file("a", "[" + rule("one", "CUDA out of mem") + "]"),
                                           file("b", "[\n" + rule("one", "lab quota") + "]")});
  REQUIRE(rules.problems.size() == 1);
  CHECK(to_string(rules.problems[0]) ==
        "b:2: rule \"one\": the id is taken, in a:1; give it another id");
  CHECK(found(rules, kOom) == std::vector<std::string>{"one"});
  CHECK(found(rules, "lab quota\n").empty());
}

}  // namespace gpualert
