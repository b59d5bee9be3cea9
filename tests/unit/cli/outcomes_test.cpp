#include "cli/outcomes.hpp"

#include "scratch.hpp"

#include <catch2/catch.hpp>

using namespace gpualert;
using namespace gpualert::cli;

namespace {

Verdict verdict(const char* cause)
{
  Verdict v;
  v.cause = cause;
  return v;
}

// What a series of runs would report: "-" for none, else the note.
std::vector<std::string> reports(const std::vector<const char*>& causes)
{
  std::optional<Outcome> last;
  std::vector<std::string> said;
  for (const char* cause : causes) {
    const Outcome outcome = next_outcome(last, verdict(cause));
    said.push_back(is_change(last, outcome) ? change_note(last, outcome) : "-");
    last = outcome;
  }
  return said;
}

}  // namespace

TEST_CASE("outcomes: the first failure is told, those like it are not, then the recovery")
{
  CHECK(reports({"success", "cuda_oom", "cuda_oom", "cuda_oom", "success", "success"}) ==
        std::vector<std::string>{
            "-", "", "-", "-", "Recovered: the 3 runs of this name before this one failed.", "-"});
  CHECK(reports({"unknown", "success"}) ==
        std::vector<std::string>{"", "Recovered: the run of this name before this one failed."});
}

TEST_CASE("outcomes: another cause is news")
{
  CHECK(reports({"cuda_oom", "disk_full"}).back() ==
        "The run of this name before this one failed too, the last of them of another cause "
        "(cuda_oom).");
}

TEST_CASE("outcomes: are kept by name, whatever bytes it has")
{
  const test::Scratch scratch;
  const std::string state = scratch / "state";
  CHECK_FALSE(last_outcome(state, "train"));
  REQUIRE(remember_outcome(state, "train", {3, "cuda_oom"}));
  REQUIRE(remember_outcome(state, "../train", {1, "a"}));
  REQUIRE(remember_outcome(state, "..", {2, "b"}));
  REQUIRE(remember_outcome(state, "", {4, "c"}));
  REQUIRE(remember_outcome(state, std::string(1000, 'x'), {5, "d"}));
  CHECK(last_outcome(state, "train")->failures == 3);
  CHECK(last_outcome(state, "train")->what == "cuda_oom");
  CHECK(last_outcome(state, "../train")->what == "a");
  CHECK(last_outcome(state, "..")->what == "b");
  CHECK_FALSE(std::filesystem::exists(scratch / "train"));
}

TEST_CASE("outcomes: a damaged file is none")
{
  const test::Scratch scratch;
  const std::string state = scratch / "state";
  REQUIRE(remember_outcome(state, "train", {3, "x"}));
  for (const char* bad : {"", "x", "3", "-1 success\n", "99999999999 x"}) {
    test::write(state + "/outcomes/train", bad);
    CHECK_FALSE(last_outcome(state, "train"));
  }
}
