#include "base/text.hpp"

#include <gpualert/run_record.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>

using namespace gpualert;

namespace {

// Every field set to something that is not its default.
RunRecord full_record()
{
  RunRecord r;
  r.id = "20261129T210304.123456Z-node7-4711-job9";
  r.group = "slurm-9.0";
  r.path = "/state/runs/2026-11-29/slurm-9.0/" + r.id;
  r.name = "train";
  r.parent = "20261129T210000.000000Z-node7-1";
  r.argv = {"python", "train.py", "--lr", "3e-4", "[1,2]", "ä \"quoted\"\n\\"};
  r.cwd = "/home/ada";
  r.host = "node7";
  r.boot_id = "25b6ae34-54fe-4903-8603-1b855f79c4a1";
  r.user = "ada";
  r.version = "0.1.0";
  r.supervisor_pid = 4711;
  r.logger_pid = 4712;
  r.command_pid = 4713;
  r.scheduler = {"slurm", "9",     "0", "8",        "1",    "node7", "3",
                 "2",     "sweep", "8", "torchrun", "5f1c", "1"};
  r.job = {"TIMEOUT", "TimeLimit", "0:15",        "big",        "gpu",
           "lab",     "n[1-2]",    1'796'000'000, 1'797'000'000};
  r.started = {1'796'000'584'123'456'789, 100};
  r.ended = Moment{1'796'000'585'123'456'789, 1'000'000'100};
  r.ending = Exited{3};
  r.exec_error = Error{"Permission denied", 13};
  r.usage = {1'500'000, 20'000, 123456};
  r.tree_rss_kib = 234567;
  r.memory = MemoryEvents{2, 1U << 30U, 1000};
  r.log = {r.path + "/output.log",   10,  2000, 30, {{5, 30, "write: No space left on device"}},
           {"the log is elsewhere"}, true};
  r.signals = {{15, {7, 8}, true, false, 99}, {2, {9, 10}, false, true, 0}};
  r.reader_left = true;
  r.scheduler.cluster = "c1";
  r.notes = {"a note"};
  return r;
}

RunRecord round_trip(const RunRecord& record)
{
  return parse_run_record(to_json(record)).value();
}

}  // namespace

TEST_CASE("run.json: every field comes back")
{
  const RunRecord before = full_record();
  const RunRecord after = round_trip(before);
  CHECK(to_json(after) == to_json(before));
  CHECK(after.argv == before.argv);
  CHECK(after.parent == before.parent);
  CHECK(after.scheduler.rank == "3");
  CHECK(after.scheduler.ntasks == "8");
  CHECK(after.scheduler.launcher == "torchrun");
  CHECK(after.scheduler.launch == "5f1c");
  CHECK(after.scheduler.relaunch == "1");
  CHECK(after.scheduler.cluster == "c1");
  CHECK(after.scheduler.job_name == "sweep");
  CHECK(after.job->state == "TIMEOUT");
  CHECK(after.job->nodes == "n[1-2]");
  CHECK(after.job->submitted_ns == 1'796'000'000);
  CHECK(after.job->limit_ns == 1'797'000'000);
  CHECK(after.ended->monotonic_ns == 1'000'000'100);
  CHECK(std::get<Exited>(*after.ending).code == 3);
  CHECK(after.exec_error->what == "Permission denied");
  CHECK(after.exec_error->code == 13);
  CHECK(after.usage.user_us == 1'500'000);
  CHECK(after.tree_rss_kib == 234567);
  CHECK(after.memory->oom_kills == 2);
  CHECK(after.memory->limit_bytes == 1U << 30U);
  CHECK(after.log.gaps.at(0).why == "write: No space left on device");
  CHECK(after.log.notes == before.log.notes);
  CHECK(after.signals.at(0).forwarded);
  CHECK(after.signals.at(1).from_terminal);
  CHECK(after.signals.at(1).when.monotonic_ns == 10);
  CHECK(after.reader_left);
  CHECK(after.notes == before.notes);
  CHECK(after.unknown_fields.empty());
}

TEST_CASE("run.json: the three endings, as the decisions write them")
{
  RunRecord record = full_record();
  record.ending = Exited{3};
  const auto packed = [&] {
    std::string text = to_json(record);
    text.erase(
        std::remove_if(text.begin(), text.end(), [](char c) { return c == ' ' || c == '\n'; }),
        text.end());
    return text;
  };
  CHECK(packed().find(R"("ending":{"exited":3})") != std::string::npos);
  record.ending = Signalled{9, false};
  CHECK(packed().find(R"("ending":{"signalled":9,"core":false})") != std::string::npos);
  CHECK(std::get<Signalled>(*round_trip(record).ending).signal == 9);
  record.ending = EndUnknown{"supervisorkilled"};
  CHECK(packed().find(R"("ending":{"unknown":"supervisorkilled"})") != std::string::npos);
  CHECK(std::get<EndUnknown>(*round_trip(record).ending).why == "supervisorkilled");
  CHECK(packed().find(R"({"schema":1,)") == 0);
}

TEST_CASE("run.json: what is not known yet is absent, not null")
{
  RunRecord record;
  record.id = "x";
  const std::string text = to_json(record);
  for (const char* key : {"ending", "ended", "exec_error", "memory", "signals", "escaped"}) {
    CHECK(text.find('"' + std::string(key) + '"') == std::string::npos);
  }
  CHECK_FALSE(round_trip(record).ending);
  CHECK_FALSE(round_trip(record).memory);
}

TEST_CASE("run.json: bytes that are not UTF-8 come back, and the text is valid JSON in UTF-8")
{
  RunRecord record = full_record();
  record.argv = {"printf", "\xff\xfe", "back\\slash", "\\x41", "ä"};
  record.cwd = "/tmp/\x80";
  const std::string text = to_json(record);
  CHECK(is_utf8(text));
  CHECK(text.find("\"escaped\": true") != std::string::npos);
  CHECK(text.find(R"(\\xff\\xfe)") != std::string::npos);
  const RunRecord after = round_trip(record);
  CHECK(after.argv == record.argv);
  CHECK(after.cwd == record.cwd);
  CHECK(after.name == record.name);
}

TEST_CASE("run.json: a backslash alone is no reason to escape")
{
  RunRecord record = full_record();
  record.argv = {"\\xff", "\\\\"};
  CHECK(to_json(record).find("escaped") == std::string::npos);
  CHECK(round_trip(record).argv == record.argv);
}

TEST_CASE("run.json: fields of a newer schema are kept when it is rewritten")
{
  std::string text = to_json(full_record());
  const auto end = text.rfind('}');
  text.insert(end, R"(, "gpus": [{"uuid": "GPU-1"}], "colour": "blue")");
  RunRecord record = parse_run_record(text).value();
  record.ending = Signalled{9, false};
  const std::string rewritten = to_json(record);
  CHECK(rewritten.find("GPU-1") != std::string::npos);
  CHECK(rewritten.find("\"colour\": \"blue\"") != std::string::npos);
  CHECK(to_json(parse_run_record(rewritten).value()) == rewritten);
}

TEST_CASE("run.json: text that is no record is an error, not an exception")
{
  for (const char* bad :
       {"", "{", "[]", "3", "{}", R"({"id": ""})", R"({"id": 3})",
        R"({"id": "x", "argv": "no list"})", R"({"id": "x", "pids": []})",
        R"({"id": "x", "ending": {"exited": "three"}})", R"({"id": "x", "log": {"gaps": 3}})"}) {
    INFO(bad);
    CHECK_FALSE(parse_run_record(bad));
  }
  CHECK(parse_run_record(R"({"id": "x"})").value().id == "x");
}
