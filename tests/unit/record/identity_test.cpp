#include "record/identity.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <cstdlib>
#include <string>
#include <vector>

using namespace gpualert;

namespace {

constexpr std::array kNames{"LOGNAME", "USER"};

// The environment has only these of the names above.
void set_environment(const std::vector<std::pair<std::string, std::string>>& variables)
{
  for (const char* name : kNames) {
    ::unsetenv(name);
  }
  for (const auto& [name, value] : variables) {
    ::setenv(name.c_str(), value.c_str(), 1);
  }
}

constexpr Moment kStart{1'796'000'584'123'456'789, 0};

}  // namespace

TEST_CASE("run id: time, host and pid, and sorts by time")
{
  CHECK(make_run_id(kStart, "node7", 4711, {}) == "20261130T010304.123456Z-node7-4711");
  CHECK(make_run_id({kStart.wall_ns + 1000, 0}, "a", 1, {}) > make_run_id(kStart, "z", 9, {}));
}

TEST_CASE("run id: the scheduler's names where there are any")
{
  SchedulerIdentity s;
  s.kind = "slurm";
  s.job = "123";
  s.array_task = "4";
  s.step = "0";
  s.rank = "3";
  s.restart = "1";
  CHECK(make_run_id(kStart, "n", 1, s) ==
        "20261130T010304.123456Z-n-1-job123-task4-step0-rank3-restart1");
  CHECK(make_group(s, "ignored") == "slurm-123.0");
  s.step.clear();
  CHECK(make_group(s, "ignored") == "slurm-123");
  CHECK(make_group({}, "the-id") == "the-id");
  s = {};
  s.launcher = "torchrun";
  s.launch = "5f1c/..";
  CHECK(make_group(s, "ignored") == "torchrun-5f1c_..");
}

TEST_CASE("run id: no value of the environment leaves the directory")
{
  SchedulerIdentity s;
  s.kind = "slurm";
  s.job = "../../etc/x";
  s.array_job = s.array_task = s.step = s.rank = s.restart = s.relaunch =
      std::string(1U << 20U, 'y');
  const std::string id = make_run_id(kStart, "ho/st\n" + std::string(300, 'h'), 4194304, s);
  CHECK(id.find('/') == std::string::npos);
  CHECK(id.find('\n') == std::string::npos);
  CHECK(id.size() < 240);
  CHECK(make_group(s, id).size() < 255);
  CHECK(make_group(s, id).find('/') == std::string::npos);
}

TEST_CASE(
    "user name: from the environment, else the system's list, never a lookup over the network")
{
  set_environment({{"LOGNAME", "ada"}, {"USER", "bob"}});
  CHECK(user_name() == "ada");
  set_environment({{"USER", "bob"}});
  CHECK(user_name() == "bob");
  set_environment({});
  CHECK_FALSE(user_name().empty());
}
