#include "supervise/memory_events.hpp"
#include "scratch.hpp"

#include <catch2/catch.hpp>

using namespace gpualert;
using namespace gpualert::supervision;
using test::Scratch;

namespace {

constexpr const char* kV1Groups =
    "9:name=systemd:/\n8:pids:/\n4:cpu,memory:/slurm/job_9/step_0\n1:cpuset:/\n0::/ignored\n";

void add_v1(const Scratch& root, const std::string& control)
{
  root.add("proc/self/cgroup", kV1Groups);
  const std::string group = "sys/fs/cgroup/memory/slurm/job_9/step_0/";
  root.add(group + "memory.oom_control", control);
  root.add(group + "memory.limit_in_bytes", "104857600\n");
  root.add(group + "memory.max_usage_in_bytes", "104857000\n");
}

void add_v2(const Scratch& root, const std::string& limit)
{
  root.add("proc/self/cgroup", "0::/job_9/step_0\n");
  const std::string group = "sys/fs/cgroup/job_9/step_0/";
  root.add(group + "memory.events", "low 0\nhigh 3\nmax 12\noom 2\noom_kill 1\noom_group_kill 0\n");
  root.add(group + "memory.max", limit);
  root.add(group + "memory.peak", "5000\n");
}

}  // namespace

TEST_CASE("memory events: cgroup v2 counts kills, not failed allocations")
{
  const Scratch root;
  add_v2(root, "104857600\n");
  const auto memory = read_memory_events(Detail::limits, root.path());
  REQUIRE(memory);
  CHECK(memory->oom_kills == 1);
  CHECK(memory->limit_bytes == 104857600U);
  CHECK(memory->peak_bytes == 5000U);
}

TEST_CASE("memory events: cgroup v2 without a limit, or without a peak (before Linux 5.19)")
{
  const Scratch root;
  add_v2(root, "max\n");
  std::filesystem::remove(root / "sys/fs/cgroup/job_9/step_0/memory.peak");
  const auto memory = read_memory_events(Detail::limits, root.path());
  REQUIRE(memory);
  CHECK_FALSE(memory->limit_bytes);
  CHECK_FALSE(memory->peak_bytes);
}

TEST_CASE("memory events: cgroup v1, with memory beside other controllers")
{
  const Scratch root;
  add_v1(root, "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n");
  const auto memory = read_memory_events(Detail::limits, root.path());
  REQUIRE(memory);
  CHECK(memory->oom_kills == 3);
  CHECK(memory->limit_bytes == 104857600U);
  CHECK(memory->peak_bytes == 104857000U);
}

TEST_CASE("memory events: cgroup v1's largest number means no limit")
{
  const Scratch root;
  add_v1(root, "oom_kill 0\n");
  root.add("sys/fs/cgroup/memory/slurm/job_9/step_0/memory.limit_in_bytes",
           "9223372036854771712\n");
  CHECK_FALSE(read_memory_events(Detail::limits, root.path())->limit_bytes);
}

TEST_CASE("memory events: nothing where nothing counts")
{
  const Scratch root;
  CHECK_FALSE(read_memory_events(Detail::limits, root.path()));  // no /proc
  add_v1(root, "oom_kill_disable 0\nunder_oom 0\n");
  CHECK_FALSE(read_memory_events(Detail::limits, root.path()));  // before Linux 4.13
  root.add("proc/self/cgroup", "");
  CHECK_FALSE(read_memory_events(Detail::limits, root.path()));
  root.add("proc/self/cgroup", "garbage\n0::/gone\n");
  CHECK_FALSE(read_memory_events(Detail::limits, root.path()));
}

TEST_CASE("memory events: kills of the run are those since its start")
{
  const MemoryEvents before{3, 100U, 50U};
  const MemoryEvents after{5, 100U, 90U};
  CHECK(memory_since(before, after)->oom_kills == 2);
  CHECK(memory_since(before, after)->peak_bytes == 90U);
  CHECK(memory_since(after, before)->oom_kills == 0);  // moved to a younger cgroup
  CHECK_FALSE(memory_since(std::nullopt, after));
  CHECK_FALSE(memory_since(before, std::nullopt));
}
