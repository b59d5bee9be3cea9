// Who failed first, what else was printed, and why the others lost.
#include <gpualert/classifier.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <csignal>
#include <string>

namespace gpualert {

namespace {

Verdict exited(const std::string& log, int code)
{
  Scanner scanner;
  scanner.bytes(Stream::both, log);
  return diagnose(scanner.finish(), {Exited{code}, {}, 0, {}, false});
}

std::string traceback(const std::string& prefix, const std::string& frame,
                      const std::string& exception)
{
  return prefix + "Traceback (most recent call last):\n" + prefix +
         "  File \"train.py\", line 3, in " + frame + "\n" + prefix + "    f()\n" + prefix +
         exception + "\n";
}

std::string table(int rank, int code, const std::string& host = "n1", bool root = false)
{
  return std::string(root ? "Root Cause (first observed failure):\n" : "") +
         "[0]:\n  host      : " + host + "\n  rank      : " + std::to_string(rank) +
         " (local_rank: 0)\n  exitcode  : " + std::to_string(code) + " (pid: 4711)\n";
}

constexpr const char* kTimeouts =
    "[rank0]:[E1218 P.cpp:629] [Rank 0] Watchdog caught collective operation timeout: x\n"
    "[rank1]:[E1218 P.cpp:629] [Rank 1] Watchdog caught collective operation timeout: x\n"
    "[rank3]:[E1218 P.cpp:629] [Rank 3] Watchdog caught collective operation timeout: x\n";

}  // namespace

TEST_CASE("the rank of the decisive line failed first, whatever torchrun calls the root cause")
{
  const Verdict verdict = exited(traceback("[rank2]: ", "<module>", "KeyError: 'x'") + kTimeouts +
                                     table(2, 1) + table(0, -6, "n0", true),
                                 1);
  CHECK(verdict.cause == "key_or_attr");
  CHECK(verdict.first_rank == 2);
  CHECK(verdict.first_host == "n1");
  REQUIRE(verdict.runner_up);
  CHECK(verdict.runner_up->cause == "nccl_timeout");
  CHECK(verdict.runner_up->evidence.line == 5);
  CHECK_FALSE(verdict.runner_up->why.empty());
  REQUIRE(verdict.collateral.size() == 2);
  CHECK(verdict.collateral[1].cause == "abort");
  CHECK(verdict.collateral[0].cause == "nccl_timeout");
  CHECK(verdict.collateral[0].count == 3);
  CHECK(verdict.collateral[0].ranks == std::vector<int>{0, 1, 3});
}

TEST_CASE("where no line names its rank, the launcher's report of an end that fits does")
{
  const std::string failure = traceback("", "<module>", "KeyError: 'x'");
  CHECK(exited(failure + table(6, 1) + table(1, -6, "n1", true), 1).first_rank == 6);
  CHECK(exited(failure + table(6, -15) + table(1, 1, "n1", true), 1).first_rank == 1);
  CHECK(exited(failure + "srun: error: n4: task 5: Exited with exit code 1\n", 1).first_host ==
        "n4");
  CHECK_FALSE(exited(failure + table(6, -15), 1).first_rank);
  const Verdict crashed =
      exited("failed (exitcode: -11) local_rank: 3 (pid: 21) of binary: python\n", 1);
  CHECK(crashed.cause == "segfault");
  CHECK(crashed.first_rank == 3);
}

TEST_CASE("an end on another host than that of the decisive line is not believed")
{
  const Verdict verdict = exited(
      "n7:50:51 [2] NCCL WARN NET/IB : Got completion from peer 10.0.0.1<1> with status=12\n" +
          table(17, 1, "n8"),
      1);
  CHECK(verdict.cause == "nccl_error");
  CHECK(verdict.first_host == "n7");
  CHECK_FALSE(verdict.first_rank);
}

TEST_CASE("a line without rank has that of the exception that follows from it")
{
  const Verdict verdict =
      exited("Indexing.cu:1: f: block: [1,0,0], thread: [2,0,0] Assertion `i < n` failed.\n" +
                 traceback("[rank5]: ", "<module>",
                           "RuntimeError: CUDA error: device-side assert triggered"),
             1);
  CHECK(verdict.cause == "cuda_device_assert");
  CHECK(verdict.evidence.front().line == 1);
  CHECK(verdict.first_rank == 5);
}

TEST_CASE("the hint names the host that failed")
{
  const Verdict verdict =
      exited("Nov 29 18:01:22 gpu170 kernel: NVRM: Xid (PCI:0000:91:00): 79, GPU has fallen\n", 1);
  CHECK(verdict.cause == "gpu_hardware");
  CHECK(verdict.first_host == "gpu170");
  CHECK(verdict.hint.find("--exclude=gpu170") != std::string::npos);
}

TEST_CASE("an exception that was caught and printed is not what a later one ended")
{
  const Verdict verdict =
      exited(traceback("", "load_optional", "ModuleNotFoundError: No module 'a'") +
                 "falling back\n" + traceback("", "<module>", "PermissionError: [Errno 13] '/x'"),
             1);
  CHECK(verdict.cause == "permission");
  REQUIRE(verdict.runner_up);
  CHECK(verdict.runner_up->cause == "missing_module");
}

TEST_CASE("a caught exception is the answer where nothing else ended the program")
{
  CHECK(exited(traceback("", "main", "PermissionError: [Errno 13] '/x'"), 1).cause == "permission");
  // What the survivors print does not make it less so.
  CHECK(exited(traceback("[rank1]: ", "main", "PermissionError: [Errno 13] '/x'") +
                   traceback("[rank0]: ", "<module>", "torch.distributed.DistBackendError: x"),
               1)
            .cause == "permission");
}

TEST_CASE("the wrapped exception decides, the wrapper says nothing")
{
  const std::string wrapper = traceback(
      "", "<module>", "torch.distributed.elastic.multiprocessing.errors.ChildFailedError:");
  const Verdict usage = exited("t.py: error: unrecognized arguments: --x\n" + wrapper, 1);
  CHECK(usage.cause == "config_usage");
  CHECK(usage.klass == "other");
  CHECK(exited(wrapper, 1).cause == "unknown");
  const Verdict worker = exited(
      traceback("", "<module>", "KeyError: Caught KeyError in DataLoader worker process 3.") +
          "Original " + traceback("", "_worker_loop", "KeyError: 'label'"),
      1);
  CHECK(worker.cause == "key_or_attr");
  CHECK(worker.evidence.front().text == "KeyError: 'label'");
}

TEST_CASE("a failure of an earlier attempt is not that of the last")
{
  const Verdict verdict =
      exited(traceback("[rank0]: ", "<module>", "OSError: [Errno 28] No space left on device") +
                 "[default] Worker group FAILED. 3/3 attempts left; will restart worker group\n" +
                 traceback("[rank0]: ", "<module>", "EOFError: Ran out of input"),
             1);
  CHECK(verdict.cause == "checkpoint");
  CHECK(verdict.runner_up->cause == "disk_full");
}

TEST_CASE("the status of the task that ended first decides, the job's own is what is told")
{
  const Verdict verdict = exited(
      "srun: error: n1: task 2: Segmentation fault\nsrun: error: n1: tasks 0-1: Terminated\n"
      "slurmstepd: error: *** STEP 1.0 ON n1 CANCELLED AT 2026-11-30T04:56:20 ***\n",
      143);
  CHECK(verdict.cause == "segfault");
  CHECK(verdict.first_rank == 2);
  CHECK(verdict.exit_code == 143);
  CHECK(verdict.steps[1] == "the job ended with status 143, a shell's way to say SIGTERM");
}

TEST_CASE("the steps tell what was read, weighed and chosen")
{
  const Verdict verdict = exited(traceback("", "<module>", "KeyError: 'x'"), 1);
  REQUIRE(verdict.steps.size() == 4);
  CHECK(verdict.steps[0].starts_with("read 4 lines"));
  CHECK(verdict.steps[1] == "the job ended with status 1");
  CHECK(verdict.steps[2].starts_with("1. key_or_attr (rule python_builtin_exception, line 4)"));
  CHECK(verdict.steps[3].starts_with("key_or_attr: "));
  const Verdict success = exited("step 1 loss 0.5\n", 0);
  CHECK(success.steps.back().find("success") != std::string::npos);
  CHECK(success.collateral.empty());
}

}  // namespace gpualert
