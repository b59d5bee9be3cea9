#include <gpualert/batch_check.hpp>

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

using namespace gpualert;
namespace fs = std::filesystem;

namespace {

using Lines = std::multiset<std::string>;  // "7 plain-run"

std::string read(const fs::path& path)
{
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// "# expect: a, b" names the findings on its line, "# expect+1: a" those on the next.
Lines expected(const std::string& script)
{
  Lines lines;
  std::istringstream in(script);
  std::string text;
  for (std::size_t number = 1; std::getline(in, text); ++number) {
    for (const auto& [mark, shift] :
         std::map<std::string, std::size_t>{{"# expect: ", 0}, {"# expect+1: ", 1}}) {
      const std::size_t at = text.find(mark);
      if (at == std::string::npos) {
        continue;
      }
      std::istringstream ids(text.substr(at + mark.size()));
      for (std::string id; ids >> id;) {
        std::erase(id, ',');
        lines.insert(std::to_string(number + shift) + " " + id);
      }
    }
  }
  return lines;
}

Lines found(const std::string& script)
{
  Lines lines;
  for (const BatchFinding& finding : check_batch_script(script)) {
    lines.insert(std::to_string(finding.line) + " " + finding.id);
    CHECK(finding.text.find('\n') == std::string::npos);
    CHECK_FALSE(finding.advice.empty());
    CHECK(finding.note == (finding.id == "no-gpualert"));
  }
  return lines;
}

std::vector<fs::path> scripts(const char* kind)
{
  std::vector<fs::path> paths;
  for (const auto& entry :
       fs::directory_iterator(fs::path(GPUALERT_SOURCE_DIR) / "tests/unit/check/scripts" / kind)) {
    paths.push_back(entry.path());
  }
  return paths;
}

}  // namespace

TEST_CASE("good scripts have no finding")
{
  CHECK(scripts("good").size() >= 15);
  for (const fs::path& path : scripts("good")) {
    INFO(path.filename());
    CHECK(found(read(path)) == Lines{});
  }
}

TEST_CASE("bad scripts have the findings that they name, each on its line")
{
  CHECK(scripts("bad").size() >= 25);
  for (const fs::path& path : scripts("bad")) {
    INFO(path.filename());
    const std::string script = read(path);
    CHECK_FALSE(expected(script).empty());
    CHECK(found(script) == expected(script));
  }
}

TEST_CASE("a script cut anywhere, or with Windows line ends, does no harm")
{
  for (const char* kind : {"good", "bad"}) {
    for (const fs::path& path : scripts(kind)) {
      const std::string script = read(path);
      for (std::size_t length = 0; length <= script.size(); length += 3) {
        (void)check_batch_script(script.substr(0, length));
      }
    }
  }
  CHECK(found("#!/bin/bash\r\n#SBATCH -o %j.out\r\nexec gpualert run a\r\n") == Lines{});
}

TEST_CASE("findings as JSON")
{
  CHECK(to_json({{"a.sh", {{3, "plain-run", "what", "do", false}}}}) ==
        "[\n  {\n    \"file\": \"a.sh\",\n    \"line\": 3,\n    \"id\": \"plain-run\",\n"
        "    \"level\": \"warning\",\n    \"text\": \"what\",\n    \"advice\": \"do\"\n  }\n]");
}
