// A job as its scheduler tells of it, as a record.
#include "job/job_record.hpp"

#include <catch2/catch.hpp>

using namespace gpualert;
using namespace gpualert::jobs;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

JobInfo job(const std::string& state, const std::string& exit)
{
  JobInfo info;
  info.identity.kind = "slurm";
  info.identity.job = "4711";
  info.job.state = state;
  info.job.exit = exit;
  info.started_ns = 1796048580 * kSecond;
  info.ended_ns = 1796048640 * kSecond;
  return info;
}

}  // namespace

TEST_CASE("a job's attempt has one id")
{
  SchedulerIdentity id;
  id.kind = "slurm";
  id.job = "13";
  CHECK(run_id(id) == "slurm-job13");
  id.restart = "0";  // some say it of the first attempt, some say nothing
  CHECK(run_id(id) == "slurm-job13");
  id.cluster = "../a b";
  id.array_job = "9";
  id.array_task = "2";
  id.restart = "1";
  CHECK(run_id(id) == "slurm-.._a_b-job13-task2-restart1");
  id.cluster = std::string(300, 'x');
  CHECK(run_id(id).size() < 100);
}

TEST_CASE("the id is the same from the controller and from the accounting")
{
  JobInfo info = job("FAILED", "1:0");
  info.job.cluster = "c1";
  const RunRecord accounted = record_of_job(info);
  info.identity.cluster = "c1";
  info.identity.restart = "0";
  info.started_ns.reset();
  CHECK(record_of_job(info).id == accounted.id);
}

TEST_CASE("nodes in Slurm's short form")
{
  CHECK(first_node("n1") == "n1");
  CHECK(first_node("gpu[07-09,12],x1") == "gpu07");
  CHECK(first_node("a1,b2") == "a1");
  CHECK(first_node("n[3]") == "n3");
  CHECK(first_node("").empty());
  CHECK(first_node("n[") == "n");
  JobInfo info = job("FAILED", "1:0");
  info.job.nodes = "gpu[07-09]";
  CHECK(record_of_job(info).host == "gpu07");
}

TEST_CASE("how a job ended, from the scheduler's status")
{
  CHECK(describe_ending(record_of_job(job("FAILED", "3:0"))) == "exited with status 3 after 1 min");
  CHECK(describe_ending(record_of_job(job("FAILED", "0:9"))) == "killed by SIGKILL after 1 min");
  CHECK(describe_ending(record_of_job(job("OUT_OF_MEMORY", "0:125"))) ==
        "ended in a way nobody saw (state OUT_OF_MEMORY) after 1 min");
  CHECK(describe_ending(record_of_job(job("TIMEOUT", "0:0"))) ==
        "ended in a way nobody saw (state TIMEOUT) after 1 min");
  CHECK(describe_ending(record_of_job(job("FAILED", "0:53"))) ==
        "could not be started: the scheduler could not open its output file, or not go to its "
        "working directory");
  CHECK(describe_ending(record_of_job(job("", "x"))) ==
        "ended in a way nobody saw (the scheduler does not tell how) after 1 min");
}

TEST_CASE("an end that the scheduler tells as such is taken as it is")
{
  JobInfo info = job("", "");
  info.ending = Exited{4};
  CHECK(describe_ending(record_of_job(info)) == "exited with status 4 after 1 min");
}

TEST_CASE("a run that died unseen stands for its job, a step or a run that ended does not")
{
  RunRecord run;
  run.scheduler.kind = "slurm";
  run.ending = EndUnknown{"it died"};
  CHECK(stands_for_job(run));
  run.scheduler.step = "0";
  CHECK_FALSE(stands_for_job(run));
  run.scheduler.step.clear();
  run.ending = Exited{1};
  CHECK_FALSE(stands_for_job(run));
  run.ending.reset();
  CHECK_FALSE(stands_for_job(run));
}
