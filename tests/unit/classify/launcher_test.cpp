#include "classify/launcher.hpp"

#include <catch2/catch.hpp>

#include <csignal>
#include <sstream>
#include <string>
#include <vector>

namespace gpualert {

namespace {

LauncherReports read(const std::string& text)
{
  LauncherReports reports;
  std::istringstream in(text);
  std::string scratch;
  std::uint64_t number = 0;
  for (std::string line; std::getline(in, line);) {
    reports.take(normalise(line, scratch), ++number);
  }
  return reports;
}

constexpr const char* kTable =
    "Failures:\n"
    "[1]:\n"
    "  time      : 2026-01-01_00:00:00\n"
    "  host      : n1.cluster\n"
    "  rank      : 6 (local_rank: 2)\n"
    "  exitcode  : 1 (pid: 4711)\n"
    "  error_file: <N/A>\n"
    "Root Cause (first observed failure):\n"
    "[0]:\n"
    "  time      : 2026-01-01_00:00:00\n"
    "  host      : n0\n"
    "  rank      : 1 (local_rank: 1)\n"
    "  exitcode  : -6 (pid: 4712)\n";

}  // namespace

TEST_CASE("torchelastic's table is read row by row")
{
  LauncherReports reports = read(kTable);
  CHECK(reports.rank_of({std::nullopt, "", 4711, std::nullopt}) == 6);
  const std::vector<RankDeath> deaths = reports.take_deaths();
  REQUIRE(deaths.size() == 2);
  CHECK(deaths[0].rank == 6);
  CHECK(deaths[0].host == "n1.cluster");
  CHECK(deaths[0].code == 1);
  CHECK(deaths[0].line == 6);
  CHECK_FALSE(deaths[0].named_first);
  CHECK(deaths[1].rank == 1);
  CHECK(deaths[1].host == "n0");
  CHECK(deaths[1].code == -6);
  CHECK(deaths[1].named_first);
}

TEST_CASE("other launchers' reports of a death")
{
  const std::vector<RankDeath> deaths =
      read(
          "failed (exitcode: -11) local_rank: 7 (pid: 21) of binary: python\n"
          "srun: error: n1: task 3: Exited with exit code 2\n"
          "srun: error: n1: tasks 4-7: Terminated\n"
          "mpirun noticed that process rank 2 with PID 233 on node g1 exited on signal 11 (x).\n"
          "  Process name: [[1,1],5]\n"
          "  Exit code:    3\n")
          .take_deaths();
  REQUIRE(deaths.size() == 5);
  CHECK(deaths[0].local);
  CHECK(deaths[0].rank == 7);
  CHECK(deaths[0].code == -11);
  CHECK(deaths[1].rank == 3);
  CHECK(deaths[1].host == "n1");
  CHECK(deaths[1].code == 2);
  CHECK(deaths[2].code == -SIGTERM);
  CHECK(deaths[3].rank == 2);
  CHECK(deaths[3].host == "g1");
  CHECK(deaths[3].code == -11);
  CHECK(deaths[4].rank == 5);
  CHECK(deaths[4].code == 3);
  CHECK(deaths[4].named_first);
}

TEST_CASE("lines that give ranks to processes")
{
  const LauncherReports reports = read(
      "n0:50:51 [1] NCCL INFO comm 0x1 rank 9 nranks 16 cudaDev 1\n"
      "(TrainController pid=7) - (ip=10.0.0.2, pid=60) world_rank=3, local_rank=1\n");
  CHECK(reports.rank_of({std::nullopt, "n0", 50, std::nullopt}) == 9);
  CHECK(reports.rank_of({std::nullopt, "", 51, std::nullopt}) == std::nullopt);
}

TEST_CASE("the GPU of a host is the rank only where all ranks are on that host")
{
  const Whereabouts where{std::nullopt, "n1", 0, 3};
  CHECK(read("srun: error: n1: task 0: Exited with exit code 1\n").rank_of(where) == 3);
  CHECK(read("srun: error: n2: task 0: Exited with exit code 1\n").rank_of(where) == std::nullopt);
  CHECK(read("").rank_of(where) == std::nullopt);
}

TEST_CASE("a flood of reports is bounded, half a table harmless")
{
  std::string flood;
  for (int i = 0; i < 1000; ++i) {
    flood += kTable;
  }
  CHECK(read(flood).take_deaths().size() == 64);
  CHECK(read("  rank      :\n  exitcode  : \n  host      : \n").take_deaths().empty());
  CHECK(read("srun: error: \nexited on signal \nProcess name: [[\nExit code:   \n")
            .take_deaths()
            .size() == 1);
}

}  // namespace gpualert
