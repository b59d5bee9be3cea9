#include "base/byte_size.hpp"
#include "report/layout.hpp"
#include "report/shell_quote.hpp"
#include "report/subject.hpp"
#include "report/when.hpp"

#include <catch2/catch.hpp>

using namespace gpualert;
using namespace gpualert::report;

TEST_CASE("shell quoting: bare where safe, quoted where not, exact for any byte")
{
  CHECK(shell_quote("--lr=3e-4") == "--lr=3e-4");
  CHECK(shell_quote("") == "''");
  CHECK(shell_quote("[1,2]") == "'[1,2]'");
  CHECK(shell_quote("it's") == "'it'\\''s'");
  CHECK(shell_quote("a\nb") == "$'a\\nb'");
  CHECK(shell_quote("caf\xe9'") == "$'caf\\xe9\\''");
  CHECK(shell_quote("größe") == "'größe'");
  CHECK(shell_quote("~root") == "'~root'");
}

TEST_CASE("shell command: too many arguments are cut and counted")
{
  CHECK(shell_command({"echo", "a b"}) == "echo 'a b'");
  CHECK(shell_command({"echo", "aaaa", "bbbb", "cccc"}, 12) ==
        "echo aaaa [cut: 2 of 4 arguments left out; run.json has them all]");
  CHECK(shell_command({}).empty());
}

TEST_CASE("layout: text is wrapped at blanks and keeps its own line ends")
{
  CHECK(wrapped("aaa bbb ccc", "  ", 9) == "  aaa bbb\n  ccc\n");
  CHECK(wrapped("one\ntwo", "", 20) == "one\ntwo\n");
  CHECK(wrapped("averyveryverylongword x", "", 5) == "averyveryverylongword\nx\n");
  CHECK(wrapped("", "  ").empty());
}

TEST_CASE("layout: a row without value is no row")
{
  CHECK(row("host", "gpu07") == "  host          gpu07\n");
  CHECK(row("host", "").empty());
}

TEST_CASE("sizes: in units people read")
{
  CHECK(byte_size(0) == "0 B");
  CHECK(byte_size(1023) == "1023 B");
  CHECK(byte_size(1024) == "1.0 KiB");
  CHECK(byte_size((1ULL << 20) - 1) == "1.0 MiB");
  CHECK(byte_size(64ULL << 30) == "64.0 GiB");
  CHECK(byte_size(~0ULL) == "16384.0 PiB");
}

namespace {

RunRecord sample()
{
  RunRecord record;
  record.name = "train-llama";
  record.host = "gpu07.cluster.example.org";
  record.started = {1'000'000'000, 0};
  record.ended = Moment{8'101'000'000'000, 8'100'000'000'000};
  record.ending = Exited{1};
  return record;
}

Verdict out_of_memory()
{
  Verdict verdict;
  verdict.cause = "cuda_oom";
  verdict.title = "CUDA out of memory";
  return verdict;
}

}  // namespace

TEST_CASE("subject: status, name, cause, duration and host")
{
  CHECK(subject_line(sample(), out_of_memory()) ==
        "FAILED train-llama: CUDA out of memory, after 2 h 15 min on gpu07");
  Verdict good;
  good.cause = "success";
  RunRecord done = sample();
  done.ending = Exited{0};
  CHECK(subject_line(done, good) == "DONE train-llama after 2 h 15 min on gpu07");
}

TEST_CASE("subject: which job of the scheduler, which rank, which attempt")
{
  RunRecord record = sample();
  SchedulerIdentity& s = record.scheduler;
  s.kind = "slurm";
  s.job = "125";
  CHECK(subject_line(record, out_of_memory()) ==
        "FAILED train-llama (job 125): CUDA out of memory, after 2 h 15 min on gpu07");
  s.array_job = "123";
  s.array_task = "4";
  s.step = "0";
  s.rank = "3";
  s.restart = "1";
  CHECK(job_label(s) == "job 123_4.0, rank 3, restart 1");
  s = {};
  s.kind = "pbs";
  s.job = "1234[7].pbs01";
  s.array_job = "1234[].pbs01";
  s.array_task = "7";
  s.restart = "0";
  CHECK(job_label(s) == "job 1234[7].pbs01");
  s = {};
  s.rank = "0\r\nBcc: x@y";
  CHECK(job_label(s) == "rank 0  Bcc: x@y");
  CHECK(job_label({}).empty());
}

TEST_CASE("subject: a failure found at status 0 is not called one")
{
  RunRecord record = sample();
  record.ending = Exited{0};
  CHECK(outcome_word(record, out_of_memory()) == "CHECK");
}

TEST_CASE("subject: what somebody wanted is not called a failure")
{
  Verdict verdict;
  for (const auto& [cause, word] : {std::pair{"cancelled", "CANCELLED"},
                                    {"interrupted", "CANCELLED"},
                                    {"preempted", "PREEMPTED"},
                                    {"time_limit", "TIMED OUT"},
                                    {"unknown", "FAILED"}}) {
    verdict.cause = cause;
    CHECK(outcome_word(sample(), verdict) == word);
  }
}

TEST_CASE("subject: a job name of many lines stays one short line")
{
  RunRecord record = sample();
  record.name = "a\r\nBcc: x@y" + std::string(100, 'z');
  const std::string subject = subject_line(record, out_of_memory());
  CHECK(subject.starts_with("FAILED a  Bcc: x@yzzz"));
  CHECK(subject.find_first_of("\r\n") == std::string::npos);
  CHECK(subject.size() < 120);
}
