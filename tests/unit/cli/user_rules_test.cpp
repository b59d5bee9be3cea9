// When a run reads a user's rules, and what it says of those that it cannot use.
#include "cli/user_rules.hpp"
#include "scratch.hpp"

#include <catch2/catch.hpp>

#include <sys/stat.h>

#include <string>

using namespace gpualert;
using namespace gpualert::cli;
using namespace std::chrono_literals;

namespace {

std::string rules(int count, const std::string& name = "r")
{
  std::string json = "[";
  for (int i = 0; i < count; ++i) {
    json += (i == 0 ? "" : ",") + std::string(R"({"id": ")") + name + std::to_string(i) +
            R"(", "cause": "disk_full", "role": "root", "pattern": "labfs (?:\\w+ ){3}error )" +
            std::to_string(i) + "\"}\n";
  }
  return json + "]";
}

RuleProblem problem(const std::string& file, std::size_t line)
{
  return {file, line, "", "is wrong", ""};
}

}  // namespace

TEST_CASE("user rules: none, in silence, where there is no rules.d")
{
  const test::Scratch home;
  const LoadedRules loaded = load_rules({{}, home / "rules.d"}, 10s);
  CHECK(loaded.set == nullptr);
  CHECK(loaded.problems.empty());
  CHECK(load_rules({{}, ""}, 10s).set == nullptr);
  home.add("rules.d/readme.txt", "none either");
  CHECK(load_rules({{}, home / "rules.d"}, 10s).set == nullptr);
}

TEST_CASE("user rules: those that are given come first, then rules.d in the order of its names")
{
  const test::Scratch home;
  home.add("rules.d/20.json", R"([{"id": "b", "cause": "disk_full", "role": "root",
    "pattern": "text of b"}])");
  home.add("rules.d/10.json", R"([{"id": "a", "cause": "disk_full", "role": "root",
    "pattern": "text of a"}])");
  home.add("given.json", R"([{"id": "c", "cause": "disk_full", "role": "root",
    "pattern": "text of c"}])");
  const LoadedRules loaded = load_rules({{home / "given.json"}, home / "rules.d"}, 10s);
  REQUIRE(loaded.set);
  const auto list = loaded.set->list();
  CHECK(list[0].id == "c");
  CHECK(list[1].id == "a");
  CHECK(list[2].id == "b");
  CHECK(list[3].builtin);
}

TEST_CASE("user rules: a run does without rules that cannot be had in time")
{
  const test::Scratch home;
  home.add("rules.d/10.json", rules(2000));
  const LoadedRules late = load_rules({{}, home / "rules.d"}, 0ms);
  CHECK(late.set == nullptr);
  CHECK(rule_warnings(late.problems) ==
        std::vector<std::string>{home / "rules.d" +
                                 ": the rules could not be read within 0 ms; none of its rules is "
                                 "used"});
  const LoadedRules in_time = load_rules({{}, home / "rules.d"}, 60s);
  REQUIRE(in_time.set);
  CHECK(in_time.problems.empty());
  CHECK(in_time.set->list()[1999].id == "r1999");
}

TEST_CASE("user rules: more than 2000 in all are too many, and leave the files before them in use")
{
  const test::Scratch home;
  home.add("rules.d/10.json", rules(1));
  home.add("rules.d/20.json", rules(2000, "s"));
  const LoadedRules loaded = load_rules({{}, home / "rules.d"}, 60s);
  REQUIRE(loaded.problems.size() == 1);
  CHECK(to_string(loaded.problems[0]) ==
        home / "rules.d/20.json" +
            ": makes more than 2000 rules in all; remove some, or join patterns with |");
  CHECK(loaded.set->list()[0].id == "r0");
  CHECK(loaded.set->list()[1].builtin);
}

TEST_CASE("user rules: a FIFO that somebody holds open is not waited for")
{
  const test::Scratch home;
  home.add("rules.d/10.json", "[]");
  REQUIRE(::mkfifo((home / "rules.d/20.json").c_str(), 0600) == 0);
  const LoadedRules loaded = load_rules({{home / "rules.d/20.json"}, home / "rules.d"}, 60s);
  REQUIRE(loaded.problems.size() == 1);
  CHECK(loaded.problems[0].what == "is a FIFO, not a file");
}

TEST_CASE("user rules: one line for each file that is left out, and few of them")
{
  CHECK(rule_warnings({}).empty());
  CHECK(rule_warnings({problem("a", 3), problem("a", 5), problem("a", 6), problem("b", 0)}) ==
        std::vector<std::string>{
            "a:3: is wrong; none of its rules is used (2 more: gpualert rules check)",
            "b: is wrong; none of its rules is used"});
  std::vector<RuleProblem> many;
  for (int i = 0; i < 9; ++i) {
    many.push_back(problem(std::to_string(i), 1));
  }
  const auto warnings = rule_warnings(many);
  REQUIRE(warnings.size() == 4);
  CHECK(warnings[3] == "6 more rule files are not used: gpualert rules check");
}
