#include <gpualert/scheduler.hpp>

#include <catch2/catch.hpp>

using namespace gpualert;

namespace {

std::string parts(const char* text)
{
  const Result<JobId> id = parse_job_id(text);
  return id ? id->job + "|" + id->task + "|" + id->component + "|" + id->step : id.error().what;
}

}  // namespace

TEST_CASE("job ids as Slurm prints them")
{
  CHECK(parts("123") == "123|||");
  CHECK(parts("123_4") == "123|4||");
  CHECK(parts("123_[1-5%2]") == "123|1-5%2||");
  CHECK(parts("123_[1,3,5-9:2]") == "123|1,3,5-9:2||");
  CHECK(parts("123.batch") == "123|||batch");
  CHECK(parts("123_4.0") == "123|4||0");
  CHECK(parts("123+0") == "123||0|");
  CHECK(parts("123+0.extern") == "123||0|extern");
}

TEST_CASE("what is no job id is refused, and named")
{
  for (const char* text :
       {"", "0", "00_1", "x", "-1", "123_", "123_[1-5", "123_[]", "123_[a]", "123+", "123.",
        "123.Ba", "123 4", "1,2", "123_4_5", "--help", "123;ls"}) {
    CHECK(parts(text) == "\"" + std::string(text) + "\" is not a job id");
  }
}

TEST_CASE("the states that a job does not leave")
{
  for (const char* state : {"BOOT_FAIL", "DEADLINE", "FAILED", "LAUNCH_FAILED", "NODE_FAIL",
                            "OUT_OF_MEMORY", "PREEMPTED", "TIMEOUT"}) {
    CHECK(is_final(state));
    CHECK(is_failure(state));
  }
  for (const char* state : {"COMPLETED", "CANCELLED", "CANCELLED by 1000", "CANCELLED+"}) {
    CHECK(is_final(state));
    CHECK_FALSE(is_failure(state));
  }
  for (const char* state : {"", "PENDING", "RUNNING", "COMPLETING", "CONFIGURING", "SUSPENDED",
                            "REQUEUED", "REQUEUE_HOLD", "RESIZING", "SIGNALING", "STAGE_OUT"}) {
    CHECK_FALSE(is_final(state));
    CHECK_FALSE(is_failure(state));
  }
}
