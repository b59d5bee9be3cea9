// How a job ended, beside what it printed.
#include "unit/diagnose/logs.hpp"

#include <gpualert/classifier.hpp>

#include <catch2/catch.hpp>

#include <cerrno>
#include <csignal>
#include <string>

namespace gpualert {

namespace {

Verdict signalled(const std::string& log, int signal, std::uint64_t oom_kills = 0)
{
  return diagnose(scan(log), {Signalled{signal}, {}, oom_kills, {}, false});
}

}  // namespace

TEST_CASE("status 0 is success whatever was printed")
{
  CHECK(exited("", 0).cause == "success");
  CHECK(exited(progress(), 0).klass == "success");
  CHECK(exited("Exception in thread Thread-1:\n" + traceback("KeyError: 'x'"), 0).success());
  CHECK(exited(traceback("RuntimeError: CUDA error: out of memory") + progress(), 0).success());
}

TEST_CASE("status 0 with losses that stayed NaN is nan_loss")
{
  CHECK(exited(progress() + "step 102 | loss nan\nstep 103 | loss nan\n", 0).cause == "nan_loss");
  CHECK(exited("Gradient overflow.  loss = nan, skipping step\n" + progress(), 0).success());
}

TEST_CASE("bars and summaries after losses that stayed NaN change nothing, losses do")
{
  const std::string nan = progress() + "{'loss': 0.0, 'grad_norm': nan, 'epoch': 4.96}\n";
  const std::string bar = "100%|##########| 13605/13605 [30:56:55<00:00,  8.19s/it]\n";
  const std::string summary =
      "{'train_runtime': 111.7, 'train_loss': 0.02188, 'epoch': 5.0}\n"
      "Evaluation Results: {'eval_loss': 0.0138, 'epoch': 5.0}\n";
  CHECK(exited(nan + bar + summary, 0).cause == "nan_loss");
  CHECK(exited(nan + "{'loss': 1.25, 'grad_norm': 0.5, 'epoch': 4.97}\n" + bar, 0).success());
}

TEST_CASE("an exception whose message is missing still names a cause")
{
  const Verdict verdict = exited(
      "Traceback (most recent call last):\n  File \"t.py\", line 1, in <module>\n"
      "FileNotFoundError: Caught FileNotFoundError in DataLoader worker process 0.\n"
      "Original Traceback (most recent call last):\n  File \"w.py\", line 2, in _worker_loop\n",
      1);
  CHECK(verdict.cause == "file_not_found");
  CHECK(verdict.confidence < 0.5);
  REQUIRE(verdict.evidence.size() == 1);
  CHECK(verdict.evidence[0].line == 3);
  CHECK(exited("KeyError                         Traceback (most recent call last)\n", 1).cause ==
        "key_or_attr");
  CHECK(
      exited("ZeroDivisionError: Traceback (most recent call last):\n  File \"w.py\", line 6\n", 1)
          .cause == "div_zero");
}

TEST_CASE("SIGKILL without evidence of memory is unknown")
{
  const Verdict verdict = signalled(progress(), SIGKILL);
  CHECK(verdict.cause == "unknown");
  CHECK(verdict.klass == "other");
  CHECK_FALSE(verdict.exit_code);
  CHECK(verdict.signal == SIGKILL);
  CHECK(exited(progress(), 137).cause == "unknown");
  CHECK(exited(progress(), 137).exit_code == 137);
}

TEST_CASE("SIGKILL with kills counted in the memory cgroup is the OOM killer")
{
  const Verdict verdict = signalled(progress(), SIGKILL, 2);
  CHECK(verdict.cause == "oom_killer");
  CHECK(verdict.klass == "oom_killer");
  REQUIRE(verdict.evidence.size() == 1);
  CHECK(verdict.evidence[0].line == 0);
  CHECK(verdict.evidence[0].text ==
        "the kernel killed 2 processes of the job's memory cgroup for want of memory");
}

TEST_CASE("a killed worker explains the exception of its parent")
{
  const std::string log =
      traceback("RuntimeError: DataLoader worker (pid 11) exited unexpectedly with exit code 1.");
  CHECK(diagnose(scan(log), {Exited{1}, {}, 1, {}, false}).cause == "oom_killer");
  CHECK(exited(log, 1).cause == "dataloader_worker");
  CHECK(exited(log, 1).klass == "runtime_error");
}

TEST_CASE("a GPU error before a memory kill stays the cause")
{
  const std::string log = traceback("torch.OutOfMemoryError: CUDA out of memory.");
  CHECK(diagnose(scan(log), {Exited{1}, {}, 1, {}, false}).cause == "cuda_oom");
}

TEST_CASE("signals have causes of their own")
{
  CHECK(signalled("", SIGSEGV).cause == "segfault");
  CHECK(exited("", 139).klass == "segfault");
  CHECK(signalled("", SIGTERM).cause == "interrupted");
  CHECK(exited("", 143).cause == "interrupted");
  CHECK(signalled("", SIGINT).klass == "other");
  CHECK(signalled(traceback("KeyboardInterrupt"), SIGINT).klass == "traceback");
  CHECK(signalled("", SIGABRT).cause == "abort");
  CHECK(signalled("", SIGILL).cause == "illegal_instruction");
  CHECK(signalled("", SIGFPE).cause == "div_zero");
  CHECK(signalled("", SIGBUS).cause == "shm_bus_error");
  CHECK(exited("", 124).cause == "time_limit");
  CHECK(exited("", 127).cause == "command_not_found");
  CHECK(exited("", 3).cause == "unknown");
}

TEST_CASE("a crash by signal is not blamed on a handled exception")
{
  CHECK(signalled(traceback("KeyError: 'x'"), SIGSEGV).cause == "segfault");
  CHECK(signalled("cat: /etc/nothing: No such file or directory\n", SIGTERM).cause ==
        "interrupted");
}

TEST_CASE("an abort is explained by what was printed before it")
{
  const std::string log =
      "terminate called after throwing an instance of 'c10::Error'\n"
      "  what():  CUDA error: an illegal memory access was encountered\n";
  const Verdict verdict = signalled(log, SIGABRT);
  CHECK(verdict.cause == "cuda_illegal_access");
  CHECK(verdict.klass == "cuda_runtime");
}

TEST_CASE("a command that cannot be executed")
{
  const ProcessEnd missing{
      Exited{127}, Error{"execute nosuch: No such file", ENOENT}, 0, {}, false};
  CHECK(diagnose({}, missing).cause == "command_not_found");
  CHECK(diagnose({}, missing).klass == "other");
  CHECK(diagnose({}, missing).exit_code == 127);
  CHECK(diagnose({}, missing).confidence == 1.0);
  CHECK(diagnose({}, missing).evidence.at(0).text == "execute nosuch: No such file");
  const ProcessEnd denied{Exited{126}, Error{"execute x: Permission denied", EACCES}, 0, {}, false};
  CHECK(diagnose({}, denied).cause == "permission");
  CHECK(diagnose({}, denied).klass == "permission");
}

TEST_CASE("the time limit wins over what the kill makes programs print")
{
  const std::string limit =
      "slurmstepd: error: *** JOB 1 ON n1 CANCELLED AT 2026-08-01T10:00:00 DUE TO TIME LIMIT ***\n";
  CHECK(signalled(progress() + limit, SIGTERM).cause == "time_limit");
  CHECK(exited(progress() + limit + traceback("KeyboardInterrupt"), 1).cause == "time_limit");
  CHECK(exited(progress() + traceback("torch.OutOfMemoryError: CUDA out of memory.") + limit, 1)
            .cause == "cuda_oom");
}

TEST_CASE("a bare cancellation never beats a failure before it")
{
  const std::string cancelled =
      "slurmstepd: error: *** STEP 1.0 ON n1 CANCELLED AT 2026-01-01T00:00:00 ***\n";
  CHECK(exited(traceback("KeyError: 'x'") + cancelled, 1).cause == "key_or_attr");
  CHECK(signalled(progress() + cancelled, SIGTERM).cause == "cancelled");
}

TEST_CASE("without a status the end of the log decides")
{
  CHECK(without_status(progress()).success());
  CHECK(without_status("").cause == "unknown");
  CHECK(without_status(traceback("KeyError: 'x'")).cause == "key_or_attr");
  CHECK(without_status("WARNING: NaN or Inf found in input tensor.\n" + progress()).success());
}

TEST_CASE("without a status, what programs print and go on from is a success when they went on")
{
  const std::string missing = "404 Client Error: Not Found for url: https://host/adapter.json\n";
  CHECK(without_status(missing + progress()).success());
  CHECK(without_status("make: *** [docs] Error 1\n" + progress()).success());
  CHECK(without_status(progress() + missing).cause == "network");
  CHECK(without_status(traceback("torch.OutOfMemoryError: CUDA out of memory.") +
                       "step 100 | loss 0.3\n")
            .cause == "cuda_oom");
}

TEST_CASE("without a status, Killed at the end of a log counts")
{
  CHECK(without_status(progress() + "Killed\n").cause == "oom_killer");
  CHECK(without_status("Killed\n" + progress()).success());
  std::string more;
  for (int i = 0; i < 30; ++i) {
    more += "cleaning up\n";
  }
  CHECK(without_status("Killed\n" + more).success());
}

TEST_CASE("a shell's word for SIGKILL is weak evidence of the OOM killer")
{
  CHECK(
      exited("/tmp/job.sh: line 29: 22362 Killed                  python train.py\n", 137).cause ==
      "oom_killer");
}

}  // namespace gpualert
