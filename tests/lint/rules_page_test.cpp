// gpualert-rules(5) says what the program does: its keys, roles and causes, and a worked example.
#include "classify/role.hpp"
#include "classify/rule_table.hpp"
#include "classify/rule_text.hpp"
#include "scratch.hpp"

#include <gpualert/rule_set.hpp>

#include <catch2/catch.hpp>

#include <cstdio>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace gpualert {

namespace {

std::string page()
{
  return test::read(GPUALERT_SOURCE_DIR "/man/gpualert-rules.5");
}

std::vector<std::string> lines_of_section(const std::string& name)
{
  const std::string text = page();
  const auto begin = text.find("\n.Sh " + name + "\n");
  REQUIRE(begin != std::string::npos);
  std::istringstream in(text.substr(begin, text.find("\n.Sh ", begin + 1) - begin));
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  return lines;
}

std::set<std::string> items_of(const std::string& section)
{
  std::set<std::string> items;
  for (const std::string& line : lines_of_section(section)) {
    if (line.starts_with(".It Cm ")) {
      items.insert(line.substr(7));
    }
  }
  return items;
}

// The n-th literal block of the examples, as it is printed.
std::string block(std::size_t n)
{
  std::string text;
  std::size_t seen = 0;
  bool inside = false;
  for (const std::string& line : lines_of_section("EXAMPLES")) {
    if (line == ".Bd -literal") {
      inside = seen++ == n;
    } else if (line == ".Ed") {
      inside = false;
    } else if (inside) {
      text += std::regex_replace(line, std::regex(R"(\\e)"), "\\") + "\n";
    }
  }
  return text;
}

class Seen final : public RuleWatcher {
public:
  void matched(const RuleMatch& match) override { role = match.noise ? Role::noise : match.role; }
  std::optional<Role> role;
};

// What a shell command prints, both streams.
std::string output_of(const std::string& command)
{
  FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  for (int c = 0; (c = std::fgetc(pipe)) != EOF;) {
    text += static_cast<char>(c);
  }
  ::pclose(pipe);  // some of the commands are to fail
  return text;
}

}  // namespace

TEST_CASE("rules page: it has the keys of a rule, and no other")
{
  std::string json = "[{";
  for (const std::string& key : items_of("FORMAT")) {
    json += "\"" + key + "\": 0, ";
  }
  const RuleFileText read = read_rule_file(json + "\"?\": 0}]", "f");
  std::vector<std::string> unknown;
  for (const RuleProblem& problem : read.problems) {
    CHECK(!problem.what.starts_with("missing key"));
    if (problem.what.starts_with("unknown key")) {
      unknown.push_back(problem.what);
    }
  }
  CHECK(unknown == std::vector<std::string>{"unknown key \"?\""});
  CHECK(read.problems.size() == items_of("FORMAT").size() + 1);
  CHECK(items_of("FORMAT").contains("counter_samples"));
}

TEST_CASE("rules page: each role has an example that a built-in rule takes in it")
{
  std::map<std::string, std::string> example;
  std::string role;
  for (const std::string& line : lines_of_section("ROLES")) {
    if (line.starts_with(".It Cm ")) {
      role = line.substr(7);
    } else if (line.starts_with(".Dl ")) {
      example[role] = line.substr(4);
    }
  }
  CHECK(example.size() == 7);
  for (const auto& [name, line] : example) {
    INFO(name << ": " << line);
    Seen seen;
    Scanner scanner(make_rule_set({}).set, &seen);
    scanner.bytes(Stream::err, line + "\n");
    (void)scanner.finish();
    REQUIRE(seen.role);
    CHECK(to_string(*seen.role) == name);
  }
}

TEST_CASE("rules page: it has the causes with their titles, and no other")
{
  std::set<std::string> wanted;
  for (const CauseEntry& cause : builtin_causes()) {
    if (cause.id != "success") {
      wanted.insert(std::string(cause.id) + " Ta " + std::string(cause.title));
    }
  }
  std::set<std::string> found;
  for (const std::string& item : items_of("CAUSES")) {
    found.insert(std::regex_replace(item, std::regex(R"(\\&)"), ""));
  }
  CHECK(found == wanted);
}

TEST_CASE("rules page: the worked example does what the page says")
{
  const test::Scratch home;
  home.add(".config/gpualert/rules.d/10-lab.json", block(0));
  const std::string gpualert =
      "HOME=" + home.path() + " XDG_CONFIG_HOME= XDG_STATE_HOME= GPUALERT_RULES= " GPUALERT_BIN " ";
  CHECK(output_of(gpualert + "rules check") == "1 file, 2 rules that can be used: 0 findings\n");
  const std::string page_lines = block(1);
  const std::string said =
      output_of(gpualert +
                "run --no-notify sh -c 'echo labfs: heartbeat missed, trying again; "
                "echo \"labfs: quota of project vision exceeded (2.0 TiB)\"; exit 1'");
  const auto without_time = [](const std::string& text) {
    return std::regex_replace(text, std::regex("after [0-9.]+ m?s"), "after T");
  };
  INFO(said);
  CHECK(without_time(said).find(without_time(page_lines)) != std::string::npos);
  CHECK(without_time(page_lines).find("after T") != std::string::npos);
}

}  // namespace gpualert
