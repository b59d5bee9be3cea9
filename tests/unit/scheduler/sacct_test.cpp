#include <gpualert/scheduler.hpp>

#include <catch2/catch.hpp>

using namespace gpualert;

namespace {

// The form of sacct(1), --parsable2, Slurm 22.05.
constexpr const char* kTable =
    "JobID|JobIDRaw|JobName|User|State|ExitCode|Reason|Cluster|Partition|Account|NodeList|Submit|"
    "Start|End|Timelimit|WorkDir\n"
    "123|123|train|ada|CANCELLED by 1000|0:0|None|lab|gpu|vision|gpu[07-08]|1796048500|1796048578|"
    "1796048600|00:10:00|/home/ada\n"
    "123.batch|123.batch|batch||CANCELLED|0:15||lab|||gpu07|1796048578|1796048578|1796048600||\n"
    "124_3|127|sweep|ada|OUT_OF_MEMORY|0:125|None|lab|gpu|vision|gpu07|1796048500|1796048578|"
    "1796048600|UNLIMITED|/home/ada\n"
    "124_[4-9]|124|sweep|ada|PENDING|0:0|Resources|lab|gpu|vision|None assigned|1796048500|Unknown|"
    "Unknown|Partition_Limit|/home/ada\n";

}  // namespace

TEST_CASE("the accounting's rows, without the steps")
{
  const Result<std::vector<JobInfo>> read = parse_sacct(kTable);
  REQUIRE(read);
  const std::vector<JobInfo>& jobs = *read;
  REQUIRE(jobs.size() == 3);
  CHECK(jobs[0].identity.job == "123");
  CHECK(jobs[0].identity.array_job.empty());
  CHECK(jobs[0].identity.job_name == "train");
  CHECK(jobs[0].job.state == "CANCELLED by 1000");
  CHECK(is_final(jobs[0].job.state));
  CHECK(jobs[0].job.reason.empty());
  CHECK(jobs[0].job.cluster == "lab");
  CHECK(jobs[0].job.account == "vision");
  CHECK(jobs[0].job.nodes == "gpu[07-08]");
  CHECK(jobs[0].work_dir == "/home/ada");
  CHECK(jobs[0].ended_ns == 1796048600'000'000'000);
  CHECK(jobs[0].job.limit_ns == 1796049178'000'000'000);
  CHECK(jobs[1].identity.job == "127");
  CHECK(jobs[1].identity.array_job == "124");
  CHECK(jobs[1].identity.array_task == "3");
  CHECK(jobs[1].job.exit == "0:125");
  CHECK_FALSE(jobs[1].job.limit_ns);
  CHECK(jobs[2].identity.array_task == "4-9");
  CHECK(jobs[2].job.nodes.empty());
  CHECK_FALSE(jobs[2].started_ns);
  CHECK_FALSE(jobs[2].ended_ns);
}

TEST_CASE("a row that is not whole is left out, and no table is an error")
{
  const Result<std::vector<JobInfo>> torn = parse_sacct("JobID|JobName|State\n1|a|b|FAILED\n2|a");
  REQUIRE(torn);
  CHECK(torn->empty());
  CHECK_FALSE(parse_sacct(""));
  CHECK(parse_sacct("JobID\x1fJobName\n7\x1f"
                    "a|b\n",
                    '\x1f')
            ->at(0)
            .identity.job_name == "a|b");
}
