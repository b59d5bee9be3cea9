#include <gpualert/open_runs.hpp>

#include "scratch.hpp"

#include <catch2/catch.hpp>

using namespace gpualert;
namespace fs = std::filesystem;

namespace {

RunRecord run_in(const std::string& runs, int pid = 4711)
{
  RunRecord record;
  record.path = runs + "/2026-11-30/slurm-7.0/20261130T1-n1-" + std::to_string(pid);
  record.host = "n1.cluster";
  record.started.wall_ns = 1'764'000'000'123'456'789;
  record.supervisor_pid = pid;
  return record;
}

}  // namespace

TEST_CASE("open runs: a mark says where the run is and what its command line said")
{
  const test::Scratch scratch;
  const RunRecord record = run_in(scratch / "runs");
  REQUIRE(mark_open(record, {{"to", "a@b, c@d"}, {"notify", "never"}}, false));
  const std::string dir = open_runs_dir(record.path);
  CHECK(dir == scratch / "runs/.open");
  CHECK(open_marks(dir) == std::vector<std::string>{"1764000000123456789-n1_cluster-4711"});
  const Result<OpenRun> run = read_open_run(dir, open_marks(dir).front());
  REQUIRE(run);
  CHECK(run->run_dir == record.path);
  CHECK(run->host == "n1.cluster");
  CHECK(run->settings ==
        std::map<std::string, std::string>{{"to", "a@b, c@d"}, {"notify", "never"}});
}

TEST_CASE("open runs: who removes the last mark is told so, and the others are told of others")
{
  const test::Scratch scratch;
  const RunRecord one = run_in(scratch / "runs", 1);
  const RunRecord two = run_in(scratch / "runs", 2);
  REQUIRE(mark_open(one, {}, false));
  REQUIRE(mark_open(two, {}, false));
  CHECK(unmark_open(one));
  CHECK_FALSE(unmark_open(two));
  CHECK_FALSE(fs::exists(scratch / "runs/.open"));
  CHECK_FALSE(unmark_open(run_in(scratch / "nowhere")));
}

TEST_CASE("open runs: runs that were moved are found where their marks are")
{
  const test::Scratch scratch;
  const RunRecord record = run_in(scratch / "runs");
  REQUIRE(mark_open(record, {}, false));
  fs::rename(scratch / "runs", scratch / "moved");
  const std::string dir = scratch / "moved/.open";
  CHECK(read_open_run(dir, open_marks(dir).front())->run_dir == run_in(scratch / "moved").path);
}

TEST_CASE("open runs: half a mark is none, and a strange one leads nowhere else")
{
  const test::Scratch scratch;
  scratch.add("runs/.open/12-n1-4.tmp99", "half");
  scratch.add("runs/.open/12-n1-5~17.1.a.b.host.with.dots", "leased");
  CHECK(open_marks(scratch / "runs/.open") ==
        std::vector<std::string>{"12-n1-5~17.1.a.b.host.with.dots"});
  CHECK_FALSE(parse_open_run(""));
  CHECK_FALSE(parse_open_run(std::string_view("runs/x\0h\0", 9)));
  CHECK_FALSE(parse_open_run(std::string_view("/runs/../../etc\0h\0", 19)));
  CHECK(parse_open_run(std::string_view("/a/b/c/d\0h\0007\0009\0key", 18))
            ->settings.at("key")
            .empty());
}
