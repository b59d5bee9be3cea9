#include "cli/allocation.hpp"

#include <catch2/catch.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

using namespace gpualert;
using namespace gpualert::cli;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kStart = 1'796'000'000 * kSecond;

// A job of Slurm's that began at kStart and has `seconds`.
RunRecord job_with(int seconds)
{
  ::setenv("SLURM_JOB_END_TIME", std::to_string(kStart / kSecond + seconds).c_str(), 1);
  RunRecord record;
  record.scheduler.kind = "slurm";
  record.scheduler.job = "7";
  record.started = {kStart, 0};
  return record;
}

Moment after(double seconds)
{
  const auto ns = static_cast<std::int64_t>(seconds * static_cast<double>(kSecond));
  return {kStart + ns, ns};
}

}  // namespace

TEST_CASE("limit: what the environment says, if it can be")
{
  SchedulerIdentity slurm;
  slurm.kind = "slurm";
  for (const char* bad : {"", "0", "-1", "soon", "99999999999999999999", "12x"}) {
    ::setenv("SLURM_JOB_END_TIME", bad, 1);
    CHECK_FALSE(limit_of_environment(slurm));
  }
  ::setenv("SLURM_JOB_END_TIME", "1796000584", 1);
  CHECK(limit_of_environment(slurm) == 1'796'000'584 * kSecond);
  CHECK_FALSE(limit_of_environment({}));  // left over, outside a job
}

TEST_CASE("limit: Torque's counts from the start of the session")
{
  SchedulerIdentity pbs;
  pbs.kind = "pbs";
  ::unsetenv("PBS_WALLTIME");
  CHECK_FALSE(limit_of_environment(pbs));
  ::setenv("PBS_WALLTIME", "3600", 1);
  // In a session of its own: the leader of ours may be gone, and tell nothing any more.
  const pid_t child = ::fork();
  if (child == 0) {
    ::setsid();
    const auto limit = limit_of_environment(pbs);
    const std::int64_t expected = now().wall_ns + 3600 * kSecond;
    ::_exit(limit && std::abs(*limit - expected) < 60 * kSecond ? 0 : 1);
  }
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
}

TEST_CASE("warning: five minutes, a tenth of what is shorter, or what was said")
{
  Config config;
  CHECK(warning_ns(config, 0, 7200 * kSecond) == 300 * kSecond);
  CHECK(warning_ns(config, 0, 600 * kSecond) == 60 * kSecond);
  CHECK(warning_ns(config, 0, -5) == 0);
  config.warn_before = 30min;
  CHECK(warning_ns(config, 0, 7200 * kSecond) == 1800 * kSecond);
  CHECK(warning_ns(config, 0, 1200 * kSecond) == 120 * kSecond);  // not at its start
  config.warn_before = 0ms;
  CHECK(warning_ns(config, 0, 7200 * kSecond) == 0);
}

TEST_CASE("allocation: outside a scheduler nothing is ever looked at again")
{
  const Config config;
  RunRecord record;
  Allocation allocation{config};
  const Allocation::Due due = allocation.look(record, after(0));
  CHECK(due.next_ns == INT64_MAX);
  CHECK_FALSE(due.changed);
  CHECK_FALSE(record.job);
}

TEST_CASE("allocation: signal and warning once each, when they are due")
{
  Config config;
  config.signal_before = {10, 600s};
  RunRecord record = job_with(7200);
  Allocation allocation{config};
  Allocation::Due due = allocation.look(record, after(1));
  CHECK(due.changed);
  CHECK(record.job->limit_ns == kStart + 7200 * kSecond);
  CHECK(due.next_ns == 61 * kSecond);  // sooner than due: clocks are set
  due = allocation.look(record, after(6599.5));
  CHECK(due.signal == 0);
  CHECK(due.next_ns == 6600 * kSecond);
  due = allocation.look(record, after(6600));
  CHECK(due.signal == 10);
  CHECK(record.notes.back() == "SIGUSR1 was sent to the job 10 min before its time limit");
  CHECK_FALSE(due.warn);
  due = allocation.look(record, after(6900));
  CHECK(due.signal == 0);
  CHECK(due.warn);
  CHECK(due.next_ns == INT64_MAX);
  CHECK_FALSE(allocation.look(record, after(6901)).warn);
}

TEST_CASE("allocation: another rank, and a run inside another, are signalled but do not warn")
{
  Config config;
  config.signal_before = {10, 600s};
  RunRecord record = job_with(7200);
  record.scheduler.rank = "1";
  Allocation allocation{config};
  const Allocation::Due due = allocation.look(record, after(7000));
  CHECK(due.signal == 10);
  CHECK_FALSE(due.warn);
  CHECK(due.next_ns == INT64_MAX);
  record.scheduler.rank = "0";
  CHECK(speaks(record));
  record.parent = "outer";
  CHECK_FALSE(speaks(record));
}

TEST_CASE("allocation: a job shorter than the time before its limit is not signalled")
{
  Config config;
  config.signal_before = {15, 600s};
  RunRecord record = job_with(300);
  Allocation allocation{config};
  CHECK(allocation.look(record, after(0.1)).signal == 0);
  REQUIRE(record.notes.size() == 1);
  CHECK(record.notes[0] ==
        "SIGTERM was not sent: the job's time limit was only 5 min away when it started");
}
