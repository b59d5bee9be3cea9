#include <gpualert/report.hpp>

#include "mail.hpp"
#include "report/hostname.hpp"
#include "scratch.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace gpualert;
using test::has;

namespace {

RunRecord failed_run(const std::string& log_path)
{
  RunRecord record;
  record.id = "20260303T011409.123456Z-gpu07-4711";
  record.path = "/state/runs/20260303/x/y";
  record.name = "train-llama";
  record.argv = {"python", "train.py", "--token=hunter22", "[1,2]"};
  record.cwd = "/home/ann/my work";
  record.host = "gpu07";
  record.user = "ann";
  record.started = {1'772'500'449'000'000'000, 0};
  record.ended = Moment{1'772'508'549'000'000'000, 8'100'000'000'000};
  record.ending = Exited{1};
  record.usage = {3'600'000'000, 60'000'000, 12'345'678};
  record.memory = MemoryEvents{1, 64ULL << 30, 63ULL << 30};
  record.log.path = log_path;
  record.log.synced = true;
  return record;
}

Verdict out_of_memory()
{
  Verdict verdict;
  verdict.cause = "cuda_oom";
  verdict.title = "CUDA out of memory";
  verdict.confidence = 0.97;
  verdict.who = "user";
  verdict.retry = "no";
  verdict.hint = "Reduce the batch size.";
  verdict.evidence.push_back({4812, 99, "torch.cuda.OutOfMemoryError: CUDA out of memory.",
                              Stream::err, 3, "", "cuda_oom_torch"});
  verdict.exit_code = 1;
  return verdict;
}

std::string body_of(const Message& message)
{
  return test::part_of(message.eml, "text/plain");
}

}  // namespace

TEST_CASE("report: of a cause that is not known, neither how sure it is nor that it fails again")
{
  const test::Scratch scratch;
  Verdict verdict = out_of_memory();
  verdict.cause = "unknown";
  verdict.title = "The cause is not known";
  const std::string body =
      body_of(compose_report(failed_run(scratch / "log"), verdict, {"ann@x.org", {"bob@x.org"}}));
  CHECK(has(body, "  cause         The cause is not known (unknown)\n"));
  CHECK(has(body, "  run again?    not known: the cause is not\n"));
}

TEST_CASE("report: says what, why, what to do, and where the log is")
{
  const test::Scratch scratch;
  RunRecord record = failed_run(scratch / "log");
  const std::string log = "step 1\n\x1b[31mtorch.cuda.OutOfMemoryError\x1b[0m: CUDA\n";
  test::write(record.log.path, log);
  record.log.bytes = log.size();
  const Message message = compose_report(record, out_of_memory(), {"ann@x.org", {"bob@x.org"}});
  const std::string body = body_of(message);
  CHECK(
      body.starts_with("train-llama on gpu07 exited with status 1 after 2 h 15 min: "
                       "CUDA out of memory.\n"));
  CHECK(has(body, "  cause         CUDA out of memory (cuda_oom), 97 % sure\n"));
  CHECK(has(body, "  who acts      you: the program or how it is run\n"));
  CHECK(has(body,
            "\n  > 4812  torch.cuda.OutOfMemoryError: CUDA out of memory.\n"
            "          ^ rank 3\n"));
  CHECK(has(body,
            "WHAT TO DO\n  Reduce the batch size.\n    ssh gpu07 nvidia-smi\n"
            "    cd '/home/ann/my work' && PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True "
            "gpualert run -- python train.py --token=[masked] '[1,2]'\n"));
  CHECK(has(body, "  status        exited with status 1 after 2 h 15 min: an error the program "));
  CHECK(has(body, "  cpu time      1 h user, 1 min system: 0.5 cores on average\n"));
  CHECK(has(body, "  command       python train.py --token=[masked] '[1,2]'\n"));
  CHECK(has(body, "  directory     '/home/ann/my work'\n"));
  CHECK(has(body, "  memory        1 process killed for memory, limit 64.0 GiB, peak 63.0 GiB\n"));
  CHECK(has(body, "  log           gpu07:" + record.log.path + " (50 B)\n"));
  CHECK(has(body, "    ssh -t gpu07 less -R +4812 " + record.log.path + "\n"));
  CHECK(has(body, "THE LOG\n    1  step 1\n    2  torch.cuda.OutOfMemoryError: CUDA\n"));
  CHECK(has(body, "\n-- \n2 secrets masked in this mail; the log on disk is exact.\n"));
  CHECK(message.subject == "FAILED train-llama: CUDA out of memory, after 2 h 15 min on gpu07");
}

TEST_CASE("report: envelope and headers")
{
  const Message message =
      compose_report(failed_run(""), out_of_memory(), {"ann@x.org", {"bob@x.org", "eve@x.org"}});
  CHECK(message.from == "ann@x.org");
  CHECK(message.to == std::vector<std::string>{"bob@x.org", "eve@x.org"});
  CHECK(message.id == "20260303T011409.123456Z-gpu07-4711.1@" + report::fqdn_of("gpu07"));
  const std::string headers = message.eml.substr(0, message.eml.find("\r\n\r\n") + 2);
  CHECK(has(headers, "\r\nFrom: gpualert <ann@x.org>\r\nTo: bob@x.org,\r\n eve@x.org\r\n"));
  CHECK(has(headers, "\r\nMessage-ID: <" + message.id + ">\r\n"));
  CHECK(has(headers, "\r\nAuto-Submitted: auto-generated\r\n"));
  CHECK(has(headers, "\r\nX-GPUAlert-Cause: cuda_oom\r\n"));
  CHECK(has(headers, "\r\nX-GPUAlert-Run: " + failed_run("").id + "\r\n"));
  CHECK(has(headers, "\r\nX-GPUAlert-Status: FAILED\r\n"));
  CHECK(has(headers, "\r\nX-GPUAlert-Host: gpu07\r\n"));
  CHECK_FALSE(has(headers, "References"));
}

TEST_CASE("report: hostile names, hosts, users and addresses cannot add a header")
{
  RunRecord record = failed_run("");
  record.name = "x\r\nBcc: a@b\r\n\r\nbody";
  record.host = "h\r\nBcc: a@b";
  record.user = "u\r\nBcc: a@b";
  record.id = "id\r\nBcc: a@b";
  Verdict verdict = out_of_memory();
  verdict.cause = "c\r\nBcc: a@b";
  verdict.title = "t\r\nBcc: a@b";
  const Message message =
      compose_report(record, verdict, {"f@x\r\nBcc: a@b", {"t@x\r\nBcc: a@b", "-f@x"}});
  const std::string headers = message.eml.substr(0, message.eml.find("\r\n\r\n") + 2);
  CHECK_FALSE(has(headers, "\nBcc"));
  CHECK(message.from == "gpualert@localhost");
  CHECK(message.to == std::vector<std::string>{message.from});
  // Every LF belongs to a CRLF, and no line is longer than SMTP allows.
  std::size_t start = 0;
  for (std::size_t i = 0; i < message.eml.size(); ++i) {
    if (message.eml[i] == '\n') {
      CHECK((i > 0 && message.eml[i - 1] == '\r'));
      CHECK(i - start <= 998);
      start = i + 1;
    }
  }
}

TEST_CASE("report: what is missing from the log is named")
{
  RunRecord record = failed_run("");
  record.log.gaps = {{1234, 4096, "write: No space left on device"}};
  record.log.lost_bytes = 8192;
  record.log.notes = {"runs directory /x not writable, /tmp used"};
  const std::string body = body_of(compose_report(record, out_of_memory(), {}));
  CHECK(has(body,
            "NOT AS PLANNED\n"
            "  4.0 KiB of output missing from the log at byte 1234: write: No space left\n"
            "  on device\n"
            "  4.0 KiB more of output missing from the log, in later gaps\n"
            "  runs directory /x not writable, /tmp used\n"));
  CHECK(has(body, "THE LOG\n  cannot be shown: the log was kept in memory only\n"));
}

TEST_CASE("report: a success needs no cause")
{
  RunRecord record = failed_run("");
  record.ending = Exited{0};
  Verdict verdict;
  verdict.cause = "success";
  const Message message = compose_report(record, verdict, {});
  CHECK(message.subject == "DONE train-llama after 2 h 15 min on gpu07");
  CHECK_FALSE(has(body_of(message), "WHY"));
  CHECK_FALSE(has(body_of(message), "WHAT TO DO"));
}

TEST_CASE("closing lines: cause and status, fix, log")
{
  CHECK(closing_lines(failed_run("/runs/x/output.log"), out_of_memory()) ==
        std::vector<std::string>{"CUDA out of memory (exited with status 1 after 2 h 15 min)",
                                 "fix: Reduce the batch size.", "log: /runs/x/output.log"});
  RunRecord damaged = failed_run("");
  damaged.log.lost_bytes = 512;
  damaged.log.gaps = {{0, 512, "open: Read-only file system"}};
  Verdict verdict;
  verdict.cause = "unknown";
  CHECK(closing_lines(damaged, verdict) ==
        std::vector<std::string>{"unknown (exited with status 1 after 2 h 15 min)",
                                 "log: none on disk",
                                 "512 B missing from the log: open: Read-only file system"});
}

TEST_CASE("report: what the scheduler says of the job stands in it")
{
  RunRecord record = failed_run({});
  record.job = SchedulerJob{"TIMEOUT", "TimeLimit", "0:15", "big", "gpu", "lab", "n[1-2]", {}, {}};
  record.job->submitted_ns = record.started.wall_ns - 60'000'000'000;
  record.job->limit_ns = record.ended->wall_ns;
  const std::string body = body_of(compose_report(record, out_of_memory(), {}));
  CHECK(
      has(body,
          "state TIMEOUT, reason TimeLimit, exit 0:15, cluster big, partition gpu, account lab,"));
  CHECK(has(body, "nodes n[1-2]"));
  CHECK(has(body, ", 1 min before the start"));
  CHECK(has(body, "time limit"));
}
