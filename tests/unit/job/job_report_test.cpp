#include "job/job_report.hpp"
#include "scratch.hpp"

#include <gpualert/report.hpp>

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <unistd.h>

using namespace gpualert;
using namespace gpualert::jobs;
using gpualert::test::Scratch;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

JobInfo job(const std::string& state, const std::string& exit)
{
  JobInfo info;
  info.identity.kind = "slurm";
  info.identity.job = "4711";
  info.identity.job_name = "train";
  info.identity.node = "gpu07";
  info.job.state = state;
  info.job.exit = exit;
  info.job.partition = "gpu";
  info.user = "ada";
  info.work_dir = "/home/ada";
  info.started_ns = 1796048580 * kSecond;
  info.ended_ns = 1796048640 * kSecond;
  return info;
}

JobReport judged(const JobInfo& info, const std::string& output, const std::string& errors = "",
                 std::uint64_t most = kJobOutputRead)
{
  return judge_job(record_of_job(info), {output, Fd{}}, {errors, Fd{}}, nullptr, most);
}

constexpr const char* kTraceback =
    "Traceback (most recent call last):\n"
    "  File \"train.py\", line 3, in <module>\n"
    "    import flash_attn\n"
    "ModuleNotFoundError: No module named 'flash_attn'\n";

}  // namespace

TEST_CASE("a job's output file and status give the verdict that gpualert run gives")
{
  const Scratch scratch;
  const std::string log = scratch.add("slurm-4711.out", std::string("epoch 1\n") + kTraceback);
  const JobReport report = judged(job("FAILED", "1:0"), log);
  CHECK(report.verdict.cause == "missing_module");
  CHECK(report.verdict.evidence.at(0).line == 5);
  CHECK(report.verdict.exit_code == 1);
  CHECK(report.record.log.path == log);
  CHECK(report.record.id == "slurm-job4711");
  CHECK(report.record.name == "train");
  CHECK(report.record.host == "gpu07");
  CHECK(duration_ns(report.record) == 60 * kSecond);
}

TEST_CASE("the state decides where the output names no failure")
{
  const Scratch scratch;
  const std::string log = scratch.add("out", "epoch 1\n");
  CHECK(judged(job("TIMEOUT", "0:0"), log).verdict.cause == "time_limit");
  CHECK(judged(job("OUT_OF_MEMORY", "0:125"), log).verdict.cause == "oom_killer");
  CHECK(judged(job("NODE_FAIL", "0:0"), log).verdict.cause == "node_fail");
  CHECK(judged(job("CANCELLED", "0:15"), log).verdict.cause == "cancelled");
  CHECK(judged(job("COMPLETED", "0:0"), log).verdict.success());
  CHECK(judged(job("FAILED", "0:11"), log).verdict.signal == 11);
}

TEST_CASE("with the streams apart, the log is the one that holds the cause")
{
  const Scratch scratch;
  const std::string out = scratch.add("out", "epoch 1 loss 0.5\nepoch 2 loss 0.4\n");
  const std::string err = scratch.add("err", kTraceback);
  const JobReport apart = judged(job("FAILED", "1:0"), out, err);
  CHECK(apart.verdict.cause == "missing_module");
  CHECK(apart.record.log.path == err);
  CHECK(apart.record.notes == std::vector<std::string>{"standard output is in " + out});
  CHECK(apart.verdict.progress.last_line == "epoch 2 loss 0.4");

  const std::string quiet = scratch.add("quiet", "");
  const std::string told = scratch.add("told", kTraceback);
  const JobReport other = judged(job("FAILED", "1:0"), told, quiet);
  CHECK(other.verdict.cause == "missing_module");
  CHECK(other.record.log.path == told);
}

TEST_CASE("of a huge file the end is read, from the start of a line")
{
  const Scratch scratch;
  const std::string log = scratch.add("out", std::string(1000, 'x') + "\nfirst\n" + kTraceback);
  const JobReport report = judged(job("FAILED", "1:0"), log, "", 200);
  CHECK(report.verdict.cause == "missing_module");
  CHECK(report.record.log.base_offset > 1000);
  CHECK(report.record.log.notes.at(0).starts_with("of " + log + " only the last "));
}

TEST_CASE("output that cannot be read is said, and the state still decides")
{
  const Scratch scratch;
  const std::string log = scratch.add("out", kTraceback);
  const std::string link = scratch / "link";
  REQUIRE(::symlink(log.c_str(), link.c_str()) == 0);
  for (const std::string& path : {scratch / "none", link, scratch.path()}) {
    const JobReport report = judged(job("TIMEOUT", "0:15"), path);
    CHECK(report.verdict.cause == "time_limit");
    CHECK(report.record.log.path.empty());
    CHECK(report.record.log.notes.at(0).starts_with("the job's output could not be read: "));
  }
  // Whoever opened it answers for it.
  const JobReport open = judge_job(record_of_job(job("FAILED", "1:0")),
                                   {"/gone", Fd{::open(log.c_str(), O_RDONLY)}}, {}, nullptr);
  CHECK(open.verdict.cause == "missing_module");
}

TEST_CASE("its report has the scheduler's facts, and nothing that nobody measured")
{
  const Scratch scratch;
  const std::string log = scratch.add("out", kTraceback);
  JobReport judgement = judged(job("FAILED", "1:0"), log);
  std::filesystem::remove(log);  // the open file is read
  ReportOptions options;
  options.log_fd = judgement.log.get();
  const std::string text = view_report(judgement.record, judgement.verdict, options).text;
  CHECK(text.find("state FAILED, exit 1:0, partition gpu") != std::string::npos);
  CHECK(text.find("No module named 'flash_attn'") != std::string::npos);
  for (const char* not_known : {"cpu time", "peak memory", "stable storage", "cannot be shown"}) {
    INFO(text);
    CHECK(text.find(not_known) == std::string::npos);
  }
}

TEST_CASE("a run that died with its job gets its end from the scheduler")
{
  const Scratch scratch;
  RunRecord run;
  run.id = "run1";
  run.name = "train";
  run.supervisor_pid = 7;
  run.started = {1796048580 * kSecond, 50 * kSecond};
  run.log.path = scratch.add("output.log", std::string("epoch 1\n") + kTraceback);
  const JobReport report = judge_open_run(job("FAILED", "0:9"), run, nullptr);
  CHECK(report.record.id == "run1");
  CHECK(report.record.supervisor_pid == 7);
  CHECK(describe_ending(report.record) == "killed by SIGKILL after 1 min");
  CHECK(report.record.ended->monotonic_ns == 110 * kSecond);
  CHECK(report.record.job->state == "FAILED");
  CHECK(report.verdict.cause == "missing_module");
  CHECK(report.record.notes.back() ==
        "gpualert died with the job; how it ended is what the scheduler says");
}
