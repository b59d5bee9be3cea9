#include "mailprog/wrapper.hpp"

#include <catch2/catch.hpp>

#include <fmt/format.h>

using namespace gpualert;
using namespace gpualert::mailprog;

namespace {

using Words = std::vector<std::string>;

Event failed_job()
{
  Event event;
  event.scheduler = "slurm";
  event.what = What::failed;
  event.job = "13";
  event.state = "FAILED";
  return event;
}

std::string line(std::string_view status, std::string_view to, std::string_view run)
{
  return fmt::format("gpualert: {} reported to {} (run {})\n", status, to, run);
}

const std::string kOurs = line("FAILED", "ada@x.org, bob@x.org", "20261130T1-n1-7-job13");

}  // namespace

TEST_CASE("wrapper: whom it has told")
{
  const Event job = failed_job();
  CHECK(told_by_wrapper(job, kOurs, {"ada@x.org", "eve@x.org"}) == Words{"ada@x.org"});
  CHECK(told_by_wrapper(job, "x\n" + kOurs + "slurmstepd-n1: error: *** JOB 13 ***\n",
                        {"bob@x.org"}) == Words{"bob@x.org"});
  CHECK(told_by_wrapper(job, kOurs, {"ada"}) == Words{"ada"});
  CHECK(told_by_wrapper(job, kOurs.substr(0, kOurs.size() - 1), {"ada"}) == Words{"ada"});
  CHECK(told_by_wrapper(job, "", {"ada"}).empty());
}

TEST_CASE("wrapper: a line of another job, attempt or end counts for nothing")
{
  Event job = failed_job();
  for (const std::string& other : {line("FAILED", "ada@x.org", "20261130T1-n1-7-job130"),
                                   line("FAILED", "ada@x.org", "20261130T1-n1-7-job1"),
                                   line("FAILED", "ada@x.org", "20261130T1-n1-7-job13-restart1"),
                                   line("DONE", "ada@x.org", "20261130T1-n1-7-job13"), "x" + kOurs,
                                   std::string("gpualert: reported to ada@x.org (run )\n"),
                                   std::string("gpualert: FAILED reported to ada@x.org\n")}) {
    INFO(other);
    CHECK(told_by_wrapper(job, other, {"ada@x.org"}).empty());
  }
  job.restart = "1";
  CHECK(told_by_wrapper(job, kOurs, {"ada@x.org"}).empty());
  CHECK(told_by_wrapper(job, line("FAILED", "ada@x.org", "r-job13-task2-restart1"),
                        {"ada@x.org"}) == Words{"ada@x.org"});
}

TEST_CASE("wrapper: a success that it told is one of a job that ended well")
{
  Event job = failed_job();
  job.what = What::ended;
  job.state = "COMPLETED";
  CHECK(told_by_wrapper(job, line("DONE", "ada@x.org", "r-job13"), {"ada@x.org"}) ==
        Words{"ada@x.org"});
  CHECK(told_by_wrapper(job, kOurs, {"ada@x.org"}).empty());
}

TEST_CASE("wrapper: what was followed by much else was not the end")
{
  std::string text = kOurs;
  for (int i = 0; i < 40; ++i) {
    text += "the second program of the script\n";
  }
  CHECK(told_by_wrapper(failed_job(), text, {"ada@x.org"}).empty());
}
