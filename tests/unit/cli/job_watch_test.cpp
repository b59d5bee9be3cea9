#include "cli/job_watch.hpp"
#include "cli/job_output.hpp"
#include "scratch.hpp"

#include <catch2/catch.hpp>

#include <cerrno>

using namespace gpualert;
using namespace gpualert::cli;

namespace {

JobInfo job(const std::string& id, const std::string& state, const std::string& restart = "0")
{
  JobInfo info;
  info.identity.job = id;
  info.identity.restart = restart;
  info.job.state = state;
  return info;
}

JobInfo task(const std::string& id, const std::string& number, const std::string& state)
{
  JobInfo info = job(id, state);
  info.identity.array_job = "7";
  info.identity.array_task = number;
  return info;
}

using Jobs = std::vector<JobInfo>;

// What the controller and the accounting answer, and what they were asked.
struct Cluster {
  Result<Jobs> controller = Jobs{};
  Result<Jobs> accounting = Error{"start sacct: No such file or directory", ENOENT};
  std::vector<std::string> asked_accounting;

  JobWatch watch(std::vector<std::string> ids)
  {
    return {std::move(ids), [this](const auto& /*ids*/) { return controller; },
            [this](const auto& asked) {
              asked_accounting = asked;
              return accounting;
            }};
  }
};

std::string ids(const Jobs& jobs)
{
  std::string text;
  for (const JobInfo& info : jobs) {
    text += shown_id(info) + ":" + info.job.state + " ";
  }
  return text;
}

}  // namespace

TEST_CASE("each job is told once, when it ended")
{
  Cluster cluster;
  JobWatch watch = cluster.watch({"1", "2"});
  cluster.controller = Jobs{job("1", "RUNNING"), job("2", "COMPLETED")};
  CHECK(ids(watch.look().ended) == "2:COMPLETED ");
  CHECK_FALSE(watch.over());
  CHECK(watch.waiting() == std::vector<std::string>{"1"});
  CHECK(watch.look().ended.empty());
  cluster.controller = Jobs{job("1", "COMPLETING"), job("2", "COMPLETED")};
  CHECK(watch.look().ended.empty());
  cluster.controller = Jobs{job("1", "FAILED")};
  CHECK(ids(watch.look().ended) == "1:FAILED ");
  CHECK(watch.over());
}

TEST_CASE("an array is over when all of its tasks are")
{
  Cluster cluster;
  JobWatch watch = cluster.watch({"7"});
  cluster.controller =
      Jobs{task("7", "2-9%2", "PENDING"), task("8", "0", "FAILED"), task("9", "1", "RUNNING")};
  CHECK(ids(watch.look().ended) == "7_0:FAILED ");
  CHECK(watch.waiting() == std::vector<std::string>{"7_1", "7_[2-9%2]"});
  cluster.controller =
      Jobs{task("7", "2", "COMPLETED"), task("8", "0", "FAILED"), task("9", "1", "CANCELLED")};
  CHECK(ids(watch.look().ended) == "7_1:CANCELLED 7_2:COMPLETED ");
  CHECK(watch.over());
}

TEST_CASE("a requeued job is watched on")
{
  Cluster cluster;
  JobWatch watch = cluster.watch({"1"});
  cluster.controller = Jobs{job("1", "RUNNING")};
  CHECK(watch.look().requeued.empty());
  cluster.controller = Jobs{job("1", "PENDING", "1")};
  CHECK(ids(watch.look().requeued) == "1:PENDING ");
  CHECK_FALSE(watch.over());
  CHECK(watch.look().requeued.empty());
}

TEST_CASE("what the controller forgot, the accounting knows")
{
  Cluster cluster;
  JobWatch watch = cluster.watch({"1"});
  cluster.controller = Jobs{job("1", "RUNNING")};
  (void)watch.look();
  cluster.controller = Jobs{};
  cluster.accounting = Jobs{job("1", "TIMEOUT")};
  CHECK(ids(watch.look().ended) == "1:TIMEOUT ");
  CHECK(cluster.asked_accounting == std::vector<std::string>{"1"});
  CHECK(watch.over());
}

TEST_CASE("what nobody knows is lost, and why is said")
{
  Cluster cluster;
  JobWatch watch = cluster.watch({"1", "2"});
  cluster.controller = Jobs{job("1", "COMPLETED")};
  const JobWatch::Look look = watch.look();
  CHECK(ids(look.ended) == "1:COMPLETED ");
  CHECK(look.lost == std::vector<std::string>{"2"});
  CHECK(look.why_lost ==
        "the controller does not know it any more, and there is no accounting to ask (start sacct: "
        "No such file or directory)");
  CHECK(watch.over());
}

TEST_CASE("a controller that is down is asked again, one that is not there is not")
{
  Cluster cluster;
  JobWatch watch = cluster.watch({"1"});
  cluster.controller = Error{"scontrol gave no answer in time", ETIMEDOUT};
  JobWatch::Look look = watch.look();
  CHECK(look.trouble == "scontrol gave no answer in time; start sacct: No such file or directory");
  CHECK_FALSE(look.hopeless);
  CHECK_FALSE(watch.over());
  cluster.accounting = Jobs{job("1", "RUNNING")};
  CHECK(watch.look().trouble.empty());
  cluster.accounting = Error{"start sacct: No such file or directory", ENOENT};
  cluster.controller = Error{"start scontrol: No such file or directory", ENOENT};
  CHECK(watch.look().hopeless);
}

TEST_CASE("letters that scontrol leaves are expanded, and %N is looked for")
{
  const test::Scratch scratch;
  JobInfo info = job("7", "FAILED");
  info.identity.node = "gpu07";
  info.identity.job_name = "train";
  info.work_dir = scratch.path();
  CHECK(output_file(info, "").empty());
  CHECK(output_file(info, "/a/b.out") == "/a/b.out");
  CHECK(output_file(info, scratch / "%x-%4j.out") == scratch / "train-0007.out");
  CHECK(output_file(info, scratch / "o.%N.7") == scratch / "o.gpu07.7");
  const std::string other = scratch.add("o.vm.7", "");
  CHECK(output_file(info, scratch / "o.%N.7") == other);
  scratch.add("o.vm2.7", "");
  CHECK(output_file(info, scratch / "o.%N.7") == scratch / "o.gpu07.7");
  const std::string plain = scratch.add("100%j", "");
  CHECK(output_file(info, plain) == plain);
}
