#include "mail.hpp"

#include <gpualert/report.hpp>

#include <catch2/catch.hpp>

using namespace gpualert;
using test::has;

namespace {

RunRecord run_that_ended(int status)
{
  RunRecord record;
  record.id = "20260303T011409.123456Z-gpu07-4711";
  record.name = "train";
  record.host = "gpu07";
  record.user = "ann";
  record.ended = Moment{100'000'000'000, 100'000'000'000};
  record.ending = Exited{status};
  return record;
}

// 20 samples, half a second for a step.
Verdict trained(const std::string& cause)
{
  Verdict verdict;
  verdict.cause = verdict.klass = cause;
  verdict.progress.line = 20;
  verdict.progress.last_line = "step 12345 | loss 0.31 | acc 0.97 | 2.0 it/s";
  verdict.progress.step = 12345;
  verdict.progress.loss = 0.31;
  for (int i = 1; i <= 20; ++i) {
    verdict.progress.points.push_back({i * 1'000'000'000LL, i * 2.0, 6.2 / i});
  }
  return verdict;
}

}  // namespace

TEST_CASE("progress: the report of a success has its final metrics, as text and as HTML")
{
  const Message message = compose_report(run_that_ended(0), trained("success"), {});
  const std::string text = test::part_of(message.eml, "text/plain");
  CHECK(has(text, "\nFINAL METRICS\n"));
  CHECK(has(text, "  step          12345\n"));
  CHECK(has(text, "  loss          0.31\n"));
  CHECK(has(text, "  speed         2 steps/s at the end\n"));
  CHECK(has(text, "step 12345 | loss 0.31 | acc 0.97 | 2.0 it/s"));
  CHECK(has(text, "loss: 6.2 → 0.31; lowest 0.31, highest 6.2"));
  const std::string html = test::part_of(message.eml, "text/html");
  for (const char* part : {">Final metrics<", ">12345<", ">0.31<", ">2 steps/s at the end<",
                           "acc 0.97", "loss: 6.2 → 0.31"}) {
    INFO(part);
    CHECK(has(html, part));
  }
  CHECK(has(message.eml, "Content-Type: image/png"));
}

TEST_CASE("progress: of a failure it is the last one, and without any there is no section")
{
  const std::string failed =
      test::part_of(compose_report(run_that_ended(1), trained("cuda_oom"), {}).eml, "text/plain");
  CHECK(has(failed, "\nLAST PROGRESS\n"));
  CHECK(has(failed, "  step          12345\n"));
  Verdict silent;
  silent.cause = silent.klass = "success";
  const std::string none =
      test::part_of(compose_report(run_that_ended(0), silent, {}).eml, "text/plain");
  CHECK_FALSE(has(none, "FINAL METRICS"));
}
