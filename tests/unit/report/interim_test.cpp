#include "mail.hpp"
#include "scratch.hpp"

#include <gpualert/report.hpp>

#include <catch2/catch.hpp>

#include <csignal>

using namespace gpualert;
using test::has;

namespace {

RunRecord running(const test::Scratch& scratch)
{
  RunRecord record;
  record.id = "20260303T011409.123456Z-gpu07-4711";
  record.name = "train";
  record.host = "gpu07";
  record.user = "ann";
  record.argv = {"python", "train.py"};
  record.scheduler.kind = "slurm";
  record.scheduler.job = "7";
  record.log.path = scratch.add("log", "step 1\nstep 2\n");
  record.log.bytes = 14;
  return record;
}

ReportOptions options_with(Interim interim)
{
  ReportOptions options;
  options.interim = std::move(interim);
  return options;
}

const Interim kNear{"limit", "LIMIT NEAR", "5 min left", {"It ends at noon.", "token=hunter2222"}};

}  // namespace

TEST_CASE("interim: a mail about a run that goes on says no cause")
{
  const test::Scratch scratch;
  const RunRecord record = running(scratch);
  const Message message = compose_report(record, {}, options_with(kNear));
  CHECK(message.subject == "LIMIT NEAR train (job 7): 5 min left, on gpu07");
  CHECK(message.id == "20260303T011409.123456Z-gpu07-4711.limit@gpu07");
  CHECK(has(message.eml, "References: <slurm.7.ann@"));
  const std::string text = test::part_of(message.eml, "text/plain");
  CHECK(text.starts_with("5 min left\n"));
  CHECK(has(text, "WHAT HAPPENED\n  It ends at noon.\n"));
  CHECK(has(text, "token=[masked]"));
  CHECK(has(text, "still running"));
  CHECK(has(text, "step 2"));
  CHECK_FALSE(has(text, "cause"));
  CHECK_FALSE(has(text, "WHAT TO DO"));
}

TEST_CASE("interim: of a run whose end was not seen the presumed cause is told")
{
  const test::Scratch scratch;
  RunRecord record = running(scratch);
  record.ending = Signalled{SIGTERM, false};
  Verdict verdict;
  verdict.cause = "cancelled";
  verdict.title = "Cancelled";
  const Interim interim{"provisional", "PROVISIONAL", "SIGTERM after 2 h", {"Nobody saw it."}};
  const Message message = compose_report(record, verdict, options_with(interim));
  CHECK(message.subject == "PROVISIONAL train (job 7): SIGTERM after 2 h, on gpu07");
  const std::string text = test::part_of(message.eml, "text/plain");
  CHECK(has(text, "Nobody saw it."));
  CHECK(has(text, "Cancelled (cancelled)"));
}

TEST_CASE("interim: what the job is called cannot break a header")
{
  const test::Scratch scratch;
  RunRecord record = running(scratch);
  record.name = "x\r\nBcc: a@b";
  Interim interim = kNear;
  interim.news = "a\r\nBcc: c@d";
  interim.id = "x@y\r\nBcc: e@f";
  const std::string eml = compose_report(record, {}, options_with(interim)).eml;
  CHECK_FALSE(has(eml, "\nBcc:"));
}
