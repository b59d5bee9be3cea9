#include "scheduler/child.hpp"
#include "scratch.hpp"

#include <gpualert/scheduler.hpp>

#include <catch2/catch.hpp>

#include <sys/stat.h>

#include <cstdlib>

using namespace gpualert;
using namespace std::chrono_literals;
using scheduler::ChildOutput;
using scheduler::run_child;

namespace {

Result<ChildOutput> shell(const std::string& text, std::chrono::milliseconds time = 20s,
                          std::size_t limit = 1000)
{
  return run_child({"sh", "-c", text}, time, limit);
}

}  // namespace

TEST_CASE("a child's output and status come back, with times as numbers")
{
  const Result<ChildOutput> child = shell("echo $SLURM_TIME_FORMAT; echo why >&2; exit 3");
  REQUIRE(child);
  CHECK(child->status == 3);
  CHECK(child->output == "%s\n");
  CHECK(child->errors == "why\n");
}

TEST_CASE("a child that hangs or floods is killed, with what it started")
{
  const auto start = std::chrono::steady_clock::now();
  const Result<ChildOutput> slow = shell("sleep 60 & sleep 60", 200ms);
  REQUIRE_FALSE(slow);
  CHECK(slow.error().what == "sh gave no answer in time");
  const Result<ChildOutput> loud = shell("while :; do echo 0123456789; done");
  REQUIRE_FALSE(loud);
  CHECK(loud.error().what == "sh printed more than 1000 bytes");
  CHECK(std::chrono::steady_clock::now() - start < 30s);
}

TEST_CASE("a program that is not installed is an error, not an answer")
{
  const Result<ChildOutput> none = run_child({"no-such-program-here"}, 1s, 100);
  REQUIRE_FALSE(none);
  CHECK(none.error().what == "start no-such-program-here: No such file or directory");
}

TEST_CASE("the cluster is named by the controller's configuration")
{
  const test::Scratch scratch;
  const std::string program = scratch.add(
      "scontrol",
      "#!/bin/sh\n[ \"$*\" = 'show config' ] || exit 1\necho 'Configuration data as of now'\n"
      "echo 'NotClusterName          = other'\necho 'ClusterName             = c1'\n"
      "echo 'CommunicationParameters = (null)'\n");
  REQUIRE(::chmod(program.c_str(), 0755) == 0);
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", (scratch.path() + ":" + path).c_str(), 1);
  CHECK(query_cluster() == "c1");
  scratch.add("scontrol", "#!/bin/sh\necho 'ClusterName'\n");
  CHECK(query_cluster().empty());
  scratch.add("scontrol", "#!/bin/sh\nexit 1\n");
  CHECK(query_cluster().empty());
  ::setenv("PATH", path.c_str(), 1);
}

TEST_CASE("only job ids become arguments")
{
  for (const auto& query : {query_scontrol, query_sacct}) {
    const Result<std::vector<JobInfo>> jobs = query({"1", "--help"}, {});
    REQUIRE_FALSE(jobs);
    CHECK(jobs.error().what == "\"--help\" is not a job id");
  }
}
