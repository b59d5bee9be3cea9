// gpualert-check(1) and the README say what the program says.
#include "scratch.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <cstdio>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <sys/wait.h>

namespace gpualert {

namespace {

struct Printed {
  std::string text;
  int status = 0;
};

Printed run(const std::string& command)
{
  FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  Printed printed;
  std::array<char, 4096> buffer;
  for (std::size_t n = 0; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    printed.text.append(buffer.data(), n);
  }
  printed.status = WEXITSTATUS(::pclose(pipe));
  return printed;
}

// The parts of `text` between `begin` and `end`.
std::vector<std::string> blocks(const std::string& text, const std::string& begin,
                                const std::string& end)
{
  std::vector<std::string> found;
  for (std::size_t at = 0; (at = text.find(begin, at)) != std::string::npos;) {
    at += begin.size();
    found.push_back(text.substr(at, text.find(end, at) - at));
  }
  return found;
}

std::string page()
{
  return test::read(GPUALERT_SOURCE_DIR "/man/gpualert-check.1");
}

Printed check(const std::string& script)
{
  const test::Scratch scratch;
  scratch.add("job.sbatch", script);
  return run("cd " + scratch.path() + " && " GPUALERT_BIN " check job.sbatch");
}

}  // namespace

TEST_CASE("man: the examples of gpualert-check(1) come out as they are printed")
{
  const std::vector<std::string> examples = blocks(page(), ".Bd -literal\n", ".Ed\n");
  REQUIRE(examples.size() == 3);
  const std::string command = "$ gpualert check job.sbatch\n";
  REQUIRE(examples[1].starts_with(command));
  const Printed bad = check(examples[0]);
  CHECK(bad.text == examples[1].substr(command.size()));
  CHECK(bad.status == 1);
  const Printed good = check(examples[2]);
  CHECK(good.text.empty());
  CHECK(good.status == 0);
}

TEST_CASE("man: gpualert-check(1) has every finding, and no other")
{
  std::set<std::string> listed;
  for (const std::string& item : blocks(page(), "\n.It Cm ", "\n")) {
    listed.insert(item);
  }
  std::set<std::string> known;
  const std::regex id(R"re("([a-z]+-[a-z-]+)",\s)re");
  for (const char* file : {"batch_check", "check_directives", "check_mail", "check_output",
                           "check_pipes", "check_runs", "check_traps"}) {
    const std::string source =
        test::read(std::string(GPUALERT_SOURCE_DIR "/src/check/") + file + ".cpp");
    for (std::sregex_iterator it(source.begin(), source.end(), id), end; it != end; ++it) {
      if (source.substr(static_cast<std::size_t>(it->position()) - 2, 2).find(',') !=
          std::string::npos) {
        known.insert((*it)[1]);
      }
    }
  }
  CHECK(listed == known);
}

TEST_CASE("the batch script of the README has no finding")
{
  const std::string readme = test::read(GPUALERT_SOURCE_DIR "/README.md");
  std::size_t scripts = 0;
  for (const std::string& block : blocks(readme, "```sh\n", "```")) {
    if (block.starts_with("#!")) {
      ++scripts;
      CHECK(check(block).text.empty());
    }
  }
  CHECK(scripts == 1);
}

}  // namespace gpualert
