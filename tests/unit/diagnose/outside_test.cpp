// What schedulers and time limits add to the output and the status.
#include <gpualert/classifier.hpp>

#include <catch2/catch.hpp>

#include <csignal>
#include <string>
#include <utility>

namespace gpualert {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kLimit = 1000 * kSecond;

Verdict with_state(const std::string& log, const std::string& state, Ending ending)
{
  Scanner scanner;
  scanner.bytes(Stream::both, log);
  ProcessEnd end;
  end.ending = std::move(ending);
  end.job_state = state;
  return diagnose(scanner.finish(), end);
}

std::string progress()
{
  return "step 100 | loss 0.3\nstep 101 | loss 0.2\n";
}

RunRecord ended(std::int64_t seconds_after_limit, Ending ending)
{
  RunRecord record;
  record.supervisor_pid = 40;
  record.job = SchedulerJob{};
  record.job->limit_ns = kLimit;
  record.ended = Moment{kLimit + seconds_after_limit * kSecond, 0};
  record.ending = std::move(ending);
  return record;
}

}  // namespace

TEST_CASE("the scheduler's state decides where the output names no failure")
{
  CHECK(with_state(progress(), "TIMEOUT", Exited{0}).cause == "time_limit");
  CHECK(with_state(progress(), "DEADLINE", Exited{0}).cause == "time_limit");
  CHECK(with_state(progress(), "OUT_OF_MEMORY", Exited{0}).cause == "oom_killer");
  CHECK(with_state(progress(), "NODE_FAIL", Exited{0}).cause == "node_fail");
  CHECK(with_state(progress(), "PREEMPTED", Signalled{SIGTERM}).cause == "preempted");
  CHECK(with_state(progress(), "CANCELLED", Exited{0}).cause == "cancelled");
  CHECK(with_state(progress(), "COMPLETED", Exited{0}).success());
  CHECK_FALSE(with_state(progress(), "FAILED", Exited{0}).success());
  const Verdict verdict = with_state("", "TIMEOUT", Exited{0});
  REQUIRE(verdict.evidence.size() == 1);
  CHECK(verdict.evidence.front().text == "the scheduler gives TIMEOUT as the job's state");
}

TEST_CASE("a run that nobody saw end is no success, unless it or the scheduler said so")
{
  const Ending unseen = EndUnknown{"it died with all of gpualert"};
  CHECK(with_state(progress(), "", unseen).cause == "unknown");
  CHECK(with_state("epoch 1\n", "", unseen).cause == "unknown");
  CHECK(with_state("", "", unseen).cause == "unknown");
  CHECK(with_state(progress(), "COMPLETED", unseen).success());
  CHECK(with_state(progress() + "Training completed.\n", "", unseen).success());
}

TEST_CASE("a failure after which the job hung until its limit remains the cause")
{
  const std::string log = progress() +
                          "Traceback (most recent call last):\n"
                          "  File \"train.py\", line 3, in <module>\n"
                          "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2 GiB\n";
  CHECK(with_state(log, "TIMEOUT", Exited{0}).cause == "cuda_oom");
  CHECK(with_state(log, "CANCELLED", Exited{0}).cause == "cuda_oom");
  CHECK(with_state(log, "NODE_FAIL", Exited{0}).cause == "node_fail");
  CHECK(with_state(log + progress() + progress(), "NODE_FAIL", Exited{0}).cause == "node_fail");
}

TEST_CASE("a run that was ended when its allocation was over was at its limit")
{
  CHECK(process_end(ended(12, Signalled{SIGTERM})).at_limit);
  CHECK(process_end(ended(70, Signalled{SIGKILL})).at_limit);
  CHECK(process_end(ended(-4, Exited{143})).at_limit);
  CHECK(process_end(ended(3, EndUnknown{"supervisor killed"})).at_limit);
  CHECK_FALSE(process_end(ended(-60, Signalled{SIGTERM})).at_limit);
  CHECK_FALSE(process_end(ended(12, Exited{1})).at_limit);
  CHECK_FALSE(process_end(ended(12, Signalled{SIGSEGV})).at_limit);
  CHECK_FALSE(process_end(RunRecord{}).at_limit);
  CHECK(diagnose({}, process_end(ended(12, Signalled{SIGTERM}))).cause == "time_limit");
  CHECK(diagnose({}, process_end(ended(-60, Signalled{SIGTERM}))).cause == "interrupted");
}

TEST_CASE("a run that was told to stop when its allocation was over may end in its own way")
{
  const auto told = [](int seconds_past, int sender, Ending ending) {
    RunRecord record = ended(seconds_past + 2, std::move(ending));
    record.supervisor_pid = 40;
    const std::int64_t when = *record.job->limit_ns + seconds_past * std::int64_t{1'000'000'000};
    record.signals.push_back({SIGTERM, {when, 0}, true, false, sender});
    return process_end(record).at_limit;
  };
  CHECK(told(12, 7, Exited{1}));
  CHECK_FALSE(told(12, 7, Exited{0}));
  CHECK_FALSE(told(-60, 7, Exited{1}));
  CHECK(told(-60, 40, Exited{1}));  // by us, for --signal-before TERM@60
}

TEST_CASE("a signal shortly before the limit is the scheduler's warning, one in the middle is not")
{
  constexpr std::int64_t kSecond = 1'000'000'000;
  const auto told = [](std::int64_t allocation_s, std::int64_t before_s, int signal, Ending ending,
                       const std::string& state = "") {
    RunRecord record;
    record.supervisor_pid = 40;
    record.job.emplace();
    record.job->state = state;
    record.started = {1'000 * kSecond, 0};
    record.job->limit_ns = record.started.wall_ns + allocation_s * kSecond;
    const std::int64_t when = *record.job->limit_ns - before_s * kSecond;
    record.signals.push_back({signal, {when, 0}, true, false, 7});
    record.ended = Moment{when + 2 * kSecond, 0};
    record.ending = std::move(ending);
    return diagnose({}, process_end(record));
  };
  const Verdict verdict = told(3600, 120, SIGTERM, Exited{143});
  CHECK(verdict.cause == "time_limit");
  CHECK(verdict.confidence < 0.7);
  CHECK(verdict.evidence.front().text ==
        "SIGTERM came 2 min before the time limit of its job, as a warning of the scheduler does "
        "(--signal of sbatch)");
  CHECK(told(600, 120, SIGTERM, Signalled{SIGTERM}).cause == "time_limit");
  CHECK(told(86400, 600, SIGUSR1, Signalled{SIGUSR1}).cause == "time_limit");
  CHECK(told(3600, 120, SIGUSR1, Exited{1}).cause == "time_limit");
  CHECK(told(3600, 1800, SIGTERM, Signalled{SIGTERM}).cause == "interrupted");
  CHECK(told(86400, 3600, SIGTERM, Signalled{SIGTERM}).cause == "interrupted");
  CHECK(told(600, 200, SIGTERM, Exited{143}).cause == "interrupted");
  CHECK(told(3600, 120, SIGTERM, Exited{143}, "CANCELLED").cause == "cancelled");
  CHECK(told(3600, 1800, SIGTERM, Exited{143}, "TIMEOUT").cause == "time_limit");
  CHECK(told(3600, 120, SIGTERM, Exited{0}).success());
}

TEST_CASE("a warning that the job outlived for long is not why it failed")
{
  constexpr std::int64_t kSecond = 1'000'000'000;
  RunRecord record;
  record.supervisor_pid = 40;
  record.job.emplace();
  record.started = {1'000 * kSecond, 0};
  record.job->limit_ns = record.started.wall_ns + 86'400 * kSecond;
  record.signals.push_back({SIGUSR1, {*record.job->limit_ns - 800 * kSecond, 0}, true, false, 7});
  record.ended = Moment{*record.job->limit_ns - 100 * kSecond, 0};
  record.ending = Exited{1};
  CHECK(process_end(record).warning == 0);
}

TEST_CASE("a job that nobody of ours supervised may die of the scheduler's warning")
{
  constexpr std::int64_t kSecond = 1'000'000'000;
  const auto died = [](std::int64_t before_s, Ending ending) {
    RunRecord record;
    record.job.emplace();
    record.job->state = "FAILED";
    record.started = {1'000 * kSecond, 0};
    record.job->limit_ns = record.started.wall_ns + 3600 * kSecond;
    record.ended = Moment{*record.job->limit_ns - before_s * kSecond, 0};
    record.ending = std::move(ending);
    return diagnose({}, process_end(record)).cause;
  };
  CHECK(died(120, Signalled{SIGTERM}) == "time_limit");
  CHECK(died(120, Exited{128 + SIGUSR1}) == "time_limit");
  CHECK(died(1800, Signalled{SIGTERM}) == "interrupted");
  CHECK(died(120, Signalled{SIGSEGV}) == "segfault");
  CHECK(died(120, Exited{1}) != "time_limit");
  CHECK(died(120, EndUnknown{"state FAILED"}) != "time_limit");
}

namespace {

constexpr const char* kRequeued =
    "slurmstepd: error: *** JOB 2 ON n1 CANCELLED AT 2026-08-01T10:00:00 DUE TO JOB REQUEUE ***\n";

std::string raised(const std::string& exception)
{
  return "Traceback (most recent call last):\n  File \"train.py\", line 3, in <module>\n" +
         exception + "\n";
}

}  // namespace

TEST_CASE("a job that failed by itself shortly after a warning of its limit was not ended by it")
{
  const auto warned = [](const std::string& log, Ending ending) {
    ProcessEnd end;
    end.ending = std::move(ending);
    end.warning = SIGUSR1;
    end.warned_before_ns = 8 * kSecond;
    Scanner scanner;
    scanner.bytes(Stream::both, log);
    return diagnose(scanner.finish(), end).cause;
  };
  CHECK(warned(progress(), Signalled{SIGSEGV}) == "segfault");
  CHECK(warned(progress(), Exited{128 + SIGBUS}) == "shm_bus_error");
  CHECK(warned(progress(), Signalled{SIGABRT}) == "abort");
  CHECK(warned(progress(), Signalled{SIGFPE}) == "div_zero");
  CHECK(warned(progress(), Signalled{SIGILL}) == "illegal_instruction");
  CHECK(warned(progress(), Exited{127}) == "command_not_found");
  CHECK(warned(progress(), Exited{126}) == "permission");
  CHECK(warned(progress() + raised("KeyError: 'x'"), Exited{1}) == "key_or_attr");
  CHECK(warned(progress() + raised("RuntimeError: CUDA out of memory."), Exited{1}) == "cuda_oom");
  CHECK(warned(progress() + raised("KeyboardInterrupt"), Exited{1}) == "time_limit");
  CHECK(warned(progress() + raised("lightning.fabric.SIGTERMException"), Exited{1}) ==
        "time_limit");
  CHECK(warned(progress(), Exited{1}) == "time_limit");
  CHECK(warned(progress(), Signalled{SIGUSR1}) == "time_limit");
}

TEST_CASE("what fails after a scheduler ended an attempt is the failure of the next one")
{
  const std::string oom = raised("torch.OutOfMemoryError: CUDA out of memory. Tried 2 GiB");
  const std::string before = progress() + kRequeued;
  CHECK(with_state(before + "step 2 | loss 1.8\n" + oom, "", Exited{1}).cause == "cuda_oom");
  CHECK(with_state(before + "step 2 | loss 1.8\n" + raised("KeyError: 'x'"), "", Exited{1}).cause ==
        "key_or_attr");
  CHECK(with_state(before + "step 2 | loss 1.8\n", "", Signalled{SIGSEGV}).cause == "segfault");
  std::string banner;
  for (int i = 0; i < 20; ++i) {
    banner += "reading shard of the corpus\n";
  }
  CHECK(with_state(before + banner + oom, "", Exited{1}).cause == "cuda_oom");
  const std::string time_limit =
      "slurmstepd: error: *** JOB 2 ON n1 CANCELLED AT 2026-08-01T12:00:00 DUE TO TIME LIMIT ***\n";
  CHECK(with_state(before + banner + progress() + time_limit, "", Signalled{SIGTERM}).cause ==
        "time_limit");
  CHECK(with_state(before + "step 2 | loss 1.8\n" + time_limit, "", Signalled{SIGTERM}).cause ==
        "time_limit");
  CHECK(with_state(before + oom, "", Exited{1}).cause == "cuda_oom");
  CHECK(with_state(before + "job.sh: line 3: pythn: command not found\n", "", Exited{127}).cause ==
        "command_not_found");
  CHECK(with_state(before + progress() + raised("ConnectionRefusedError: [Errno 111] refused"), "",
                   Exited{1})
            .cause == "network");
  CHECK(with_state(before + progress() +
                       "slurmstepd: error: Detected 1 oom_kill event in StepId=2.0. Some of the "
                       "step tasks have been OOM Killed.\n",
                   "", Exited{137})
            .cause == "oom_killer");
  const Verdict verdict = with_state(before + "step 2 | loss 1.8\n" + oom, "", Exited{1});
  REQUIRE(verdict.runner_up);
  CHECK(verdict.runner_up->why == "it ended an attempt before this one");
}

TEST_CASE("what ranks print while a scheduler ends them is not the failure")
{
  const std::string before = progress() + kRequeued;
  CHECK(with_state(before + raised("KeyboardInterrupt"), "", Exited{1}).cause == "preempted");
  CHECK(with_state(before + progress() + raised("KeyboardInterrupt"), "", Exited{1}).cause ==
        "preempted");
  CHECK(with_state(before + raised("ValueError: I/O operation on closed file"), "", Exited{1})
            .cause == "preempted");
  CHECK(with_state(before + progress() + raised("BrokenPipeError: [Errno 32] Broken pipe"), "",
                   Exited{1})
            .cause == "preempted");
  CHECK(with_state(before + progress() + raised("lightning.fabric.SIGTERMException"), "", Exited{1})
            .cause == "preempted");
  CHECK(with_state(before + progress(), "", Signalled{SIGTERM}).cause == "preempted");
  CHECK(with_state(before, "", Signalled{SIGTERM}).cause == "preempted");
}

TEST_CASE("a job that failed by its scheduler's word was not ended by it")
{
  CHECK(with_state(progress() + kRequeued, "FAILED", Exited{1}).cause == "unknown");
  CHECK(with_state(progress() + kRequeued, "", Exited{1}).cause == "preempted");
}

}  // namespace gpualert
