#include <gpualert/scheduler.hpp>

#include <catch2/catch.hpp>

using namespace gpualert;

namespace {

// Printed by Slurm 22.05.8 with SLURM_TIME_FORMAT=%s.
constexpr const char* kOddTask =
    R"(JobId=9 ArrayJobId=4 ArrayTaskId=4 ArrayTaskThrottle=2 JobName=na me=x "q UserId=nobody(65534) GroupId=nogroup(65534) MCS_label=N/A Priority=4294901756 Nice=0 Account=(null) QOS=(null) JobState=FAILED Reason=JobLaunchFailure Dependency=(null) Requeue=1 Restarts=0 BatchFlag=1 Reboot=0 ExitCode=0:53 RunTime=00:00:00 TimeLimit=UNLIMITED TimeMin=N/A SubmitTime=1796048578 EligibleTime=1796048580 AccrueTime=Unknown StartTime=1796048580 EndTime=1796048590 Deadline=N/A SuspendTime=None SecsPreSuspend=0 LastSchedEval=1796048580 Scheduler=Backfill Partition=debug AllocNode:Sid=localhost:4368 ReqNodeList=(null) ExcNodeList=(null) NodeList=gpu[21029-21030] BatchHost=gpu21029 NumNodes=1 NumCPUs=1 NumTasks=1 CPUs/Task=1 ReqB:S:C:T=0:0:*:* TRES=cpu=1,mem=100M,node=1,billing=1 Socks/Node=* NtasksPerN:B:S:C=0:0:*:* CoreSpec=* MinCPUsNode=1 MinMemoryCPU=100M MinTmpDiskNode=0 Features=(null) DelayBoot=00:00:00 OverSubscribe=OK Contiguous=0 Licenses=(null) Network=(null) Command=/home/a b/job.sh --x=1 WorkDir=/tmp/a JobState=b Comment=co mm=1  StdErr=/tmp/home/e 9 StdIn=/dev/null StdOut=/tmp/home/a b/na me=x "q-%3A_%3a.out Power= MailUser=jobu@jobs.test MailType=BEGIN )";

constexpr std::int64_t kSecond = 1'000'000'000;

std::string with(const std::string& from, const std::string& to)
{
  std::string line = kOddTask;
  return line.replace(line.find(from), from.size(), to);
}

}  // namespace

TEST_CASE("names and paths with blanks and equals signs are read whole")
{
  const std::vector<JobInfo> jobs = parse_scontrol_jobs(std::string(kOddTask) + "\n");
  REQUIRE(jobs.size() == 1);
  const JobInfo& job = jobs[0];
  CHECK(job.identity.kind == "slurm");
  CHECK(job.identity.job == "9");
  CHECK(job.identity.array_job == "4");
  CHECK(job.identity.array_task == "4");
  CHECK(job.identity.job_name == R"(na me=x "q)");
  CHECK(job.identity.node == "gpu21029");
  CHECK(job.identity.restart == "0");
  CHECK(job.user == "nobody");
  CHECK(job.command == "/home/a b/job.sh --x=1");
  CHECK(job.work_dir == "/tmp/a JobState=b");
  CHECK(job.output == R"(/tmp/home/a b/na me=x "q-%3A_%3a.out)");
  CHECK(job.errors == "/tmp/home/e 9");
}

TEST_CASE("the facts of a job")
{
  const JobInfo job = parse_scontrol_jobs(kOddTask).at(0);
  CHECK(job.job.state == "FAILED");
  CHECK(job.job.reason == "JobLaunchFailure");
  CHECK(job.job.exit == "0:53");
  CHECK(job.job.partition == "debug");
  CHECK(job.job.account.empty());  // (null)
  CHECK(job.job.nodes == "gpu[21029-21030]");
  CHECK(job.job.submitted_ns == 1796048578 * kSecond);
  CHECK(job.started_ns == 1796048580 * kSecond);
  CHECK(job.ended_ns == 1796048590 * kSecond);
  CHECK_FALSE(job.job.limit_ns);  // UNLIMITED
}

TEST_CASE("a time limit is a moment, and a job that runs has no end yet")
{
  const JobInfo job =
      parse_scontrol_jobs(with("TimeLimit=UNLIMITED", "TimeLimit=1-00:01:00")).at(0);
  CHECK(job.job.limit_ns == (1796048580 + 86460) * kSecond);
  CHECK_FALSE(parse_scontrol_jobs(with("JobState=FAILED", "JobState=RUNNING")).at(0).ended_ns);
}

TEST_CASE("local times are read too, and what is no time is none")
{
  const JobInfo job =
      parse_scontrol_jobs(with("SubmitTime=1796048578", "SubmitTime=2026-11-29T18:37:51")).at(0);
  REQUIRE(job.job.submitted_ns);
  constexpr std::int64_t kHalfDay = 14 * 3600 * kSecond;  // the furthest zone from UTC
  constexpr std::int64_t kUtc = 1795977471 * kSecond;
  CHECK(std::abs(*job.job.submitted_ns - kUtc) <= kHalfDay);
  for (const char* none : {"Unknown", "None", "N/A", "", "2026-11-29", "-5", "2026-13", "0"}) {
    CHECK_FALSE(
        parse_scontrol_jobs(with("SubmitTime=1796048578", std::string("SubmitTime=") + none))
            .at(0)
            .job.submitted_ns);
  }
}

TEST_CASE("lines that are no job, and cut ones, do no harm")
{
  CHECK(parse_scontrol_jobs("No jobs in the system\n\n").empty());
  CHECK(parse_scontrol_jobs("").empty());
  const std::string line = kOddTask;
  for (std::size_t length = 0; length < line.size(); ++length) {
    CHECK(parse_scontrol_jobs(line.substr(0, length)).size() == (length >= 6 ? 1 : 0));
  }
}
