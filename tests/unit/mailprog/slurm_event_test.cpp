// The forms of subjects of Slurm 2.6 to 26.05, and what they mean without variables (up to 20.11).
#include "mailprog/slurm_event.hpp"

#include <catch2/catch.hpp>

#include <fmt/format.h>

using namespace gpualert;
using namespace gpualert::mailprog;

namespace {

const char* name_of(What what)
{
  switch (what) {
    case What::began:
      return "began";
    case What::ended:
      return "ended";
    case What::failed:
      return "failed";
    case What::requeued:
      return "requeued";
    case What::staged_out:
      return "staged_out";
    case What::time_limit:
      return "limit";
    case What::time_limit_90:
      return "limit90";
    case What::time_limit_80:
      return "limit80";
    case What::time_limit_50:
      return "limit50";
    case What::invalid_dependency:
      return "dependency";
    case What::other:
      break;
  }
  return "other";
}

// "13_*(13) arr failed Mixed exit 0-4 BAD": all that was understood.
std::string show(const std::optional<Event>& event)
{
  if (!event) {
    return "-";
  }
  const Event& e = *event;
  std::string text = e.array_job.empty() ? e.job
                                         : fmt::format("{}_{}({})", e.array_job,
                                                       e.summary ? "*" : e.array_task, e.job);
  text += fmt::format(" [{}] {}", e.name, name_of(e.what));
  text += e.state.empty() ? "" : " " + e.state;
  text += e.ending ? fmt::format(" status {}", shell_status(*e.ending)) : "";
  text += e.exit_max ? fmt::format(" exit {}-{}", e.exit_min.value_or(-1), *e.exit_max) : "";
  text += e.max_signal ? fmt::format(" signal {}", *e.max_signal) : "";
  text += e.run_s ? fmt::format(" ran {}", *e.run_s) : "";
  text += e.queued_s ? fmt::format(" queued {}", *e.queued_s) : "";
  text += e.requeued_tasks ? " requeued" : "";
  return text + (ended_badly(e) ? " BAD" : "");
}

struct Row {
  const char* subject;
  const char* shown;
};

void check(const std::vector<Row>& rows)
{
  for (const Row& row : rows) {
    INFO(row.subject);
    CHECK(show(slurm_event(row.subject, {})) == row.shown);
  }
}

}  // namespace

TEST_CASE("slurm subject: every event")
{
  check({
      {"Slurm Job_id=1 Name=a Began, Queued time 00:00:07", "1 [a] began queued 7"},
      {"Slurm Job_id=1 Name=a Began", "1 [a] began"},
      {"Slurm Job_id=1 Name=a Ended, Run time 1-02:03:04, COMPLETED, ExitCode 0",
       "1 [a] ended COMPLETED status 0 ran 93784"},
      {"SLURM Job_id=1 Name=a Failed, Run time 00:00:00, FAILED, ExitCode 127",
       "1 [a] failed FAILED status 127 ran 0 BAD"},
      {"Slurm Job_id=1 Name=a Failed, Run time 00:00:00, FAILED", "1 [a] failed FAILED ran 0 BAD"},
      {"Slurm Job_id=1 Name=a Failed, Run time 00:00:01, OUT_OF_MEMORY",
       "1 [a] failed OUT_OF_MEMORY ran 1 BAD"},
      {"Slurm Job_id=1 Name=a Failed, Run time 00:01:09, TIMEOUT, ExitCode 0",
       "1 [a] failed TIMEOUT status 0 ran 69 BAD"},
      {"Slurm Job_id=1 Name=a Failed, Run time 00:00:54, NODE_FAIL, ExitCode 0",
       "1 [a] failed NODE_FAIL status 0 ran 54 BAD"},
      {"Slurm Job_id=1 Name=a Failed, Run time 00:00:54, PENDING",
       "1 [a] failed PENDING ran 54 BAD"},
      {"Slurm Job_id=1 Name=a Requeued, Run time 00:00:04", "1 [a] requeued ran 4"},
      {"Slurm Job_id=1 Name=a Invalid dependency", "1 [a] dependency"},
      {"Slurm Job_id=1 Name=a Reached time limit, Run time 00:01:09", "1 [a] limit ran 69"},
      {"Slurm Job_id=1 Name=a Reached 90% of time limit, Run time 00:00:01", "1 [a] limit90 ran 1"},
      {"Slurm Job_id=1 Name=a Reached 80% of time limit, Run time 00:00:01", "1 [a] limit80 ran 1"},
      {"Slurm Job_id=1 Name=a Reached 50% of time limit, Run time 00:00:01", "1 [a] limit50 ran 1"},
      {"Slurm Job_id=1 Name=a StageOut/Teardown time ", "1 [a] staged_out"},
      {"Slurm Job_id=1 Name=a StageOut/Teardown time", "1 [a] staged_out"},
      {"Slurm Job_id=1 Name=a StageOut/Teardown", "1 [a] staged_out"},
      {"Slurm Job_id=1 Name=a unknown", "1 [a] other"},
      {"Slurm Job_id=7+1 Name=het Began", "7 [het] began"},
  });
}

// The END of a job that did not end well, for want of a FAIL mail.
TEST_CASE("slurm subject: ended is not well")
{
  check({
      {"Slurm Job_id=1 Name=a Ended, Run time 00:00:03, CANCELLED, ExitCode 0",
       "1 [a] ended CANCELLED status 0 ran 3 BAD"},
      {"Slurm Job_id=1 Name=a Ended, Run time 00:00:03, FAILED, ExitCode 1",
       "1 [a] ended FAILED status 1 ran 3 BAD"},
      {"Slurm Job_id=1 Name=a Ended, Run time 00:00:03, TIMEOUT, ExitCode 0",
       "1 [a] ended TIMEOUT status 0 ran 3 BAD"},
      {"Slurm Job_id=1 Name=a Ended, Run time 00:00:03, COMPLETED, ExitCode 0",
       "1 [a] ended COMPLETED status 0 ran 3"},
  });
}

TEST_CASE("slurm subject: arrays")
{
  check({
      {"Slurm Array Summary Job_id=13_* (13) Name=arr Began", "13_*(13) [arr] began"},
      {"Slurm Array Summary Job_id=13_* (13) Name=arr Ended, COMPLETED, ExitCode [0-0]",
       "13_*(13) [arr] ended COMPLETED exit 0-0"},
      {"Slurm Array Summary Job_id=13_* (13) Name=arr Failed, Mixed, ExitCode [0-4]",
       "13_*(13) [arr] failed Mixed exit 0-4 BAD"},
      {"Slurm Array Summary Job_id=13_* (13) Name=arr Failed, FAILED, ExitCode [3-3]",
       "13_*(13) [arr] failed FAILED exit 3-3 BAD"},
      {"Slurm Array Summary Job_id=13_* (13) Name=arr Ended, Mixed, MaxSignal [9]",
       "13_*(13) [arr] ended Mixed signal 9 BAD"},
      {"Slurm Array Summary Job_id=13_* (13) Name=arr Ended, Mixed, MaxExitCode [4]",
       "13_*(13) [arr] ended Mixed exit -1-4 BAD"},
      {"Slurm Array Summary Job_id=13_* (13) Name=arr Ended, CANCELLED",
       "13_*(13) [arr] ended CANCELLED BAD"},
      {"Slurm Array Summary Job_id=13_* (13) Name=arr Ended, COMPLETED, ExitCode [0-0], with "
       "requeued tasks",
       "13_*(13) [arr] ended COMPLETED exit 0-0 requeued"},
      {"SLURM Job_id=13_* (13) Name=arr Ended, Run time 00:00:01, COMPLETED, ExitCode [0-0]",
       "13_*(13) [arr] ended COMPLETED exit 0-0 ran 1"},
      {"Slurm Array Task Job_id=14_1 (25) Name=arrt Began, Queued time 00:00:00",
       "14_1(25) [arrt] began queued 0"},
      {"Slurm Array Task Job_id=14_1 (25) Name=arrt Failed, Run time 00:00:01, FAILED, ExitCode 4",
       "14_1(25) [arrt] failed FAILED status 4 ran 1 BAD"},
  });
}

TEST_CASE("slurm subject: names that look like something else")
{
  check({
      {"Slurm Job_id=1 Name=Failed_exp Ended, Run time 00:00:01, COMPLETED, ExitCode 0",
       "1 [Failed_exp] ended COMPLETED status 0 ran 1"},
      {"Slurm Job_id=1 Name=DataArray Began", "1 [DataArray] began"},
      {"Slurm Job_id=1 Name=we ird, \"n\xc3\xa4me\" 'q Failed, Run time 00:00:01, FAILED, ExitCode "
       "2",
       "1 [we ird, \"n\xc3\xa4me\" 'q] failed FAILED status 2 ran 1 BAD"},
      {"Slurm Job_id=1 Name=x Failed, Run time 00:00:09, FAILED, ExitCode 1 Ended, Run time "
       "00:00:01, COMPLETED, ExitCode 0",
       "1 [x Failed, Run time 00:00:09, FAILED, ExitCode 1] ended COMPLETED status 0 ran 1"},
      {"Slurm Job_id=1 Name=a, TIMEOUT Began", "1 [a, TIMEOUT] began"},
      {"Slurm Job_id=1 Name=two\nlines Began", "1 [two\nlines] began"},
      {"Slurm Job_id=1 Name= Began", "1 [] began"},
      {"Slurm Job_id=1 Name=Ended Began, Queued time 00:00:00", "1 [Ended] began queued 0"},
      {"Slurm Job_id=1 Name=a Name=b Ended, Run time 00:00:01, COMPLETED, ExitCode 0",
       "1 [a Name=b] ended COMPLETED status 0 ran 1"},
  });
}

TEST_CASE("slurm subject: none of Slurm's")
{
  check({{"", "-"},
         {"Slurm", "-"},
         {"Slurm Job_id= Name=a Began", "-"},
         {"Slurm Job_id=1 Name=a", "-"},
         {"Slurm Job_id=1 Name=a Finished", "-"},
         {"Slurm Job_id=1_ Name=a Began", "-"},
         {"Slurm Job_id=1_* (1 Name=a Began", "-"},
         {"Slurm Job_id=x Name=a Began", "-"},
         {"Re: Slurm Job_id=1 Name=a Began", "-"},
         {"Slurm Job_id=1 Name=a Ended, Run time 00:00:01, well, ExitCode 0", "-"}});
}

TEST_CASE("slurm variables: they count before the subject")
{
  const Variables variables{{"SLURM_JOB_ID", "5"},
                            {"SLURM_JOB_NAME", "a Ended"},
                            {"SLURM_JOB_STATE", "FAILED"},
                            {"SLURM_JOB_EXIT_CODE", "256"},
                            {"SLURM_JOB_NODELIST", "(null)"},
                            {"SLURM_JOB_UID", "4242"},
                            {"SLURM_JOB_RUN_TIME", "00:01:00"}};
  const auto event =
      slurm_event("Slurm Job_id=5 Name=b Failed, Run time 00:00:01, FAILED, ExitCode 9", variables);
  CHECK(show(event) == "5 [a Ended] failed FAILED status 1 ran 60 BAD");
  CHECK(event->nodes.empty());
  CHECK(event->uid == uid_t{4242});
}

TEST_CASE("slurm variables: those of another job are somebody else's")
{
  const auto event = slurm_event("Slurm Job_id=5 Name=b Began", {{"SLURM_JOB_ID", "6"},
                                                                 {"SLURM_JOB_NAME", "other"},
                                                                 {"SLURM_JOB_UID", "0"},
                                                                 {"SLURM_CLUSTER_NAME", "c"}});
  CHECK(show(event) == "5 [b] began");
  CHECK_FALSE(event->uid);
  CHECK(event->cluster == "c");
}

TEST_CASE("slurm variables: enough for a form of subject that is not known yet")
{
  CHECK(show(slurm_event("Slurm Job 5 (x) has finished", {{"SLURM_JOB_ID", "5"},
                                                          {"SLURM_JOB_MAIL_TYPE", "Failed"},
                                                          {"SLURM_JOB_STATE", "OUT_OF_MEMORY"},
                                                          {"SLURM_JOB_NAME", "x"}})) ==
        "5 [x] failed OUT_OF_MEMORY BAD");
  CHECK(show(slurm_event("Lunch?", {{"SLURM_JOB_ID", "5"}, {"SLURM_JOB_MAIL_TYPE", "Failed"}})) ==
        "-");
}

TEST_CASE("slurm variables: a summary has the state of its last task only")
{
  CHECK(show(slurm_event("Slurm Array Summary Job_id=13_* (13) Name=arr Failed, Mixed, ExitCode "
                         "[0-4]",
                         {{"SLURM_JOB_ID", "13"},
                          {"SLURM_JOB_STATE", "COMPLETED"},
                          {"SLURM_JOB_EXIT_CODE", "0"},
                          {"SLURM_ARRAY_JOB_ID", "13"},
                          {"SLURM_JOB_EXIT_CODE_MIN", "0"},
                          {"SLURM_JOB_EXIT_CODE_MAX", "4"}})) ==
        "13_*(13) [arr] failed Mixed exit 0-4 BAD");
}

TEST_CASE("wait statuses and times")
{
  CHECK(shell_status(*ending_of_wait_status("256")) == 1);
  CHECK(shell_status(*ending_of_wait_status("9")) == 137);
  CHECK(shell_status(*ending_of_wait_status("35584")) == 139);
  CHECK(std::holds_alternative<EndUnknown>(*ending_of_wait_status("253")));
  CHECK_FALSE(ending_of_wait_status(""));
  CHECK_FALSE(ending_of_wait_status("-1"));
  CHECK(parse_time("02:03:04") == 7384);
  CHECK(parse_time("03:04") == 184);
  CHECK(parse_time("1-00:00:01") == 86401);
  for (const char* bad : {"", "7", "a:b:c", "1:2:3:4", "1-02:03", "-1:00:00", "00:00:-1"}) {
    INFO(bad);
    CHECK_FALSE(parse_time(bad));
  }
}
