// A job as a record and as a note.
#include "mailprog/array_report.hpp"
#include "mailprog/job_note.hpp"
#include "mailprog/job_record.hpp"
#include "mailprog/schedule.hpp"
#include "mailprog/slurm_event.hpp"

#include <gpualert/note.hpp>

#include <catch2/catch.hpp>

using namespace gpualert;
using namespace gpualert::mailprog;

namespace {

Event event_of(const std::string& rest, const Variables& more = {})
{
  Variables variables{{"SLURM_JOB_ID", "7"},           {"SLURM_JOB_NAME", "train"},
                      {"SLURM_JOB_USER", "ada"},       {"SLURM_JOB_NODELIST", "gpu[07-09]"},
                      {"SLURM_JOB_WORK_DIR", "/w"},    {"SLURM_JOB_UID", "5"},
                      {"SLURM_CLUSTER_NAME", "c 1/x"}, {"SLURM_JOB_GID", "5"}};
  for (const auto& [name, value] : more) {
    variables[name] = value;
  }
  return slurm_event("Slurm Job_id=7 Name=train " + rest, variables).value();
}

constexpr std::int64_t kReceived = 1'795'977'472'000'000'000;

}  // namespace

TEST_CASE("job: a record with the scheduler's facts")
{
  const RunRecord record = record_of(
      event_of("Failed, Run time 00:01:00, OUT_OF_MEMORY", {{"SLURM_JOB_STATE", "OUT_OF_MEMORY"},
                                                            {"SLURM_JOB_EXIT_CODE", "253"},
                                                            {"SLURM_JOB_EXIT_CODE2", "0:125"}}),
      kReceived);
  CHECK(record.id == "20261129T183752.000000Z-slurm-c_1_x-job7");
  CHECK(shared_id(event_of("Failed, Run time 00:01:00, OUT_OF_MEMORY")).empty());  // no count
  CHECK(record.host == "gpu07");
  CHECK(record.job->state == "OUT_OF_MEMORY");
  CHECK(record.job->exit == "0:125");
  CHECK(duration_ns(record) == 60'000'000'000);
  CHECK(std::holds_alternative<EndUnknown>(*record.ending));
  CHECK(record.ended->wall_ns == kReceived);
}

TEST_CASE("job: the end of an attempt has the id that gpualert slurm gives it")
{
  const Variables first{{"SLURM_JOB_RESTART_COUNT", "0"}};
  const Event failed = event_of("Failed, Run time 00:01:00, FAILED, ExitCode 1", first);
  CHECK(record_of(failed, kReceived).id == "slurm-c_1_x-job7");
  CHECK(record_of(failed, kReceived + 1).id == shared_id(failed));
  const Event again =
      event_of("Failed, Run time 00:01:00, FAILED, ExitCode 1", {{"SLURM_JOB_RESTART_COUNT", "2"}});
  CHECK(shared_id(again) == "slurm-c_1_x-job7-restart2");
  CHECK(shared_id(event_of("Ended, Run time 00:01:00, COMPLETED, ExitCode 0", first)) ==
        shared_id(failed));
  for (const char* rest : {"Began", "Requeued, Run time 00:00:04", "Invalid dependency"}) {
    CHECK(shared_id(event_of(rest, first)).empty());
    CHECK(record_of(event_of(rest, first), kReceived).id ==
          "20261129T183752.000000Z-slurm-c_1_x-job7");
  }
}

// TIMEOUT comes with a status of 0, before the end.
TEST_CASE("job: a status of 0 beside a state that is none")
{
  const RunRecord killed =
      record_of(event_of("Failed, Run time 00:01:00, TIMEOUT, ExitCode 0",
                         {{"SLURM_JOB_STATE", "TIMEOUT"}, {"SLURM_JOB_EXIT_CODE", "0"}}),
                kReceived);
  CHECK(std::holds_alternative<EndUnknown>(*killed.ending));
  const RunRecord well =
      record_of(event_of("Ended, Run time 00:01:00, COMPLETED, ExitCode 0",
                         {{"SLURM_JOB_STATE", "COMPLETED"}, {"SLURM_JOB_EXIT_CODE", "0"}}),
                kReceived);
  CHECK(shell_status(*well.ending) == 0);
  CHECK_FALSE(record_of(event_of("Began"), kReceived).ending);
}

TEST_CASE("job: where its output went")
{
  CHECK(output_path(event_of("Began")) == "/w/slurm-7.out");
  CHECK(output_path(event_of("Began", {{"SLURM_JOB_STDOUT", "%x-%4j.%N.o"}})) ==
        "/w/train-0007.gpu07.o");
  CHECK(error_path(event_of("Began")).empty());
  CHECK(error_path(event_of("Began", {{"SLURM_JOB_STDERR", "e"}})) == "/w/e");
  CHECK(error_path(event_of("Began", {{"SLURM_JOB_STDERR", "o"}, {"SLURM_JOB_STDOUT", "o"}}))
            .empty());
  CHECK(output_path(event_of("Began", {{"SLURM_JOB_ID", "8"}})).empty());  // nothing is known of it
}

TEST_CASE("note: what is no failure reads well")
{
  const auto note = [](const std::string& rest, const Variables& more = {}) {
    return note_of(event_of(rest, more));
  };
  CHECK(note("Began, Queued time 00:00:07").subject ==
        "STARTED train: job 7 began on gpu[07-09], after 7.0 s in the queue");
  CHECK(note("Ended, Run time 01:00:00, COMPLETED, ExitCode 0").headline ==
        "Job 7 (train) completed after 1 h on gpu[07-09]");
  CHECK(note("Reached 50% of time limit, Run time 00:01:09").subject ==
        "RUNNING train: job 7 reached 50 % of its time limit, after 1 min 9 s");
  CHECK(note("Requeued, Run time 00:00:04").status == "REQUEUED");
  CHECK(note("StageOut/Teardown time ", {{"SLURM_JOB_STAGE_OUT_TIME", "00:00:30"}}).headline ==
        "Job 7 (train) has its data staged out after 30 s");
  CHECK(note("Invalid dependency").sections.front().paragraphs.front().find("scancel 7") !=
        std::string::npos);
  for (const char* rest : {"Began", "Invalid dependency", "Requeued", "Reached time limit",
                           "Reached 90% of time limit", "unknown"}) {
    INFO(rest);
    CHECK_FALSE(note(rest).failure);
    CHECK(note(rest).subject.find("FAILED") == std::string::npos);
  }
}

TEST_CASE("note: a mail whose header nothing can break")
{
  const Event event = event_of("Began", {{"SLURM_JOB_NAME", "a\r\nBcc: eve@x.org\r\n\r\nb \xff"}});
  ReportOptions options;
  options.to = {"ada@x.org"};
  options.from = "slurm@x.org";
  const Message message = compose_note(record_of(event, kReceived), note_of(event), options);
  CHECK(message.eml.find("\nBcc:") == std::string::npos);
  CHECK(message.eml.find("\r\nSubject: ") != std::string::npos);
  CHECK(message.eml.find("In-Reply-To: <slurm.7.ada@") != std::string::npos);
}

TEST_CASE("note: an array's causes, nodes and examples")
{
  Event event = event_of("Began");
  event.array_job = "7";
  event.what = What::failed;
  const std::vector<CauseGroup> groups{
      {"cuda_oom",
       "CUDA out of memory",
       "Smaller batches.",
       {0, 1, 2, 5},
       {{"n1", 3}, {"n2", 1}},
       "task 0 on n1",
       "OutOfMemoryError: x",
       "/w/a",
       "exited with status 1 after 1 s"},
      {"div_zero", "Division by zero", "", {9}, {{"n1", 1}}, "task 9 on n1", "", "", ""}};
  const Note note = note_of_array(event, groups, 10, "");
  CHECK(note.failure);
  CHECK(note.subject ==
        "FAILED train: 5 of 10 tasks of array 7: CUDA out of memory (4), Division by zero (1)");
  CHECK(note.sections.at(0).heading == "CUDA out of memory: 4 tasks");
  CHECK(note.sections.at(0).rows.at(0).second == "0-2, 5");
  CHECK(note.sections.at(0).rows.at(1).second == "n1 (3), n2 (1)");
  CHECK(note.sections.at(1).heading == "Division by zero: 1 task");
}

TEST_CASE("schedule: an array's calls wait for each other, others for nothing")
{
  const auto call = [](std::int64_t at, const std::string& array) {
    Spooled spooled;
    spooled.received_ns = at;
    spooled.array = array;
    return spooled;
  };
  const Timing timing{std::chrono::nanoseconds{10}, std::chrono::nanoseconds{100}};
  const std::vector<Unit> units =
      units_of({call(1, "5"), call(2, ""), call(8, "5"), call(9, "6")}, timing);
  REQUIRE(units.size() == 3);
  CHECK(units[0].calls.size() == 2);
  CHECK(units[0].ready_ns == 18);
  CHECK(units[1].ready_ns == 0);
  CHECK(units[2].ready_ns == 19);
  CHECK(units_of({call(1, "5"), call(99, "5")}, timing)[0].ready_ns == 101);
}
