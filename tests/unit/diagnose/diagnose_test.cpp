// Whole logs in, causes out.
#include "unit/diagnose/logs.hpp"

#include <gpualert/classifier.hpp>

#include <catch2/catch.hpp>

#include <fstream>
#include <iterator>
#include <string>

namespace gpualert {

TEST_CASE("a failure names its cause, rule and line")
{
  const Verdict verdict =
      exited(progress() + traceback("torch.OutOfMemoryError: CUDA out of memory. Tried"), 1);
  CHECK(verdict.cause == "cuda_oom");
  CHECK(verdict.klass == "cuda_oom");
  CHECK(verdict.rule == "torch_out_of_memory");
  CHECK(verdict.exit_code == 1);
  CHECK_FALSE(verdict.signal);
  REQUIRE(verdict.evidence.size() == 1);
  CHECK(verdict.evidence[0].line == 6);
  CHECK(verdict.evidence[0].text == "torch.OutOfMemoryError: CUDA out of memory. Tried");
  CHECK(verdict.title == "GPU out of memory");
  CHECK(verdict.who == "configuration");
  CHECK(verdict.retry == "no");
  CHECK_FALSE(verdict.hint.empty());
}

TEST_CASE("a NaN run is shown from its first line")
{
  const Verdict verdict = exited(progress() + "step 102 | loss nan\nstep 103 | loss nan\n", 0);
  REQUIRE(verdict.evidence.size() == 1);
  CHECK(verdict.evidence[0].line == 3);
}

TEST_CASE("what survivors print is not the cause")
{
  const std::string timeout =
      "[rank1]:[E1 ProcessGroupNCCL.cpp:1] [Rank 1] Watchdog caught collective operation timeout: "
      "WorkNCCL(SeqNum=1) ran for 600081 milliseconds before timing out.\n";
  const std::string reset =
      "[rank2]:[W1 TCPStore.cpp:125] [c10d] recvValue failed on SocketImpl(fd=76): reset\n";
  CHECK(exited(progress() + timeout, 1).cause == "nccl_timeout");
  CHECK(exited("[rank0]: Traceback (most recent call last):\n[rank0]:   File \"t.py\", line 1\n"
               "[rank0]: KeyError: 'x'\n" +
                   reset + timeout,
               1)
            .cause == "key_or_attr");
  CHECK(exited("RuntimeError: CUDA error: uncorrectable ECC error encountered\n" + progress() +
                   timeout,
               1)
            .cause == "gpu_hardware");
  CHECK(exited(reset, 1).cause == "rendezvous");
}

TEST_CASE("the failure of one rank outlives the late progress of another")
{
  const std::string timeout = "RuntimeError: [Rank 0] Work timed out in blocking wait\n";
  CHECK(exited("torch.OutOfMemoryError: CUDA out of memory.\n" + progress() + timeout, 1).cause ==
        "cuda_oom");
}

TEST_CASE("an error that was followed by much progress is not the cause")
{
  std::string more;
  for (int i = 0; i < 300; ++i) {
    more += "step " + std::to_string(i) + " | loss 0.3\n";
  }
  const std::string log = traceback("torch.OutOfMemoryError: CUDA out of memory.") + more +
                          traceback("ZeroDivisionError: division by zero");
  CHECK(exited(log, 1).cause == "div_zero");
}

TEST_CASE("a harmless message does not hide the exception that ended the job")
{
  CHECK(exited("cat: /x: No such file or directory\n" + traceback("ValueError: bad"), 1).cause ==
        "key_or_attr");
}

TEST_CASE("the exception being handled gives way to the one that ended the job")
{
  const std::string log =
      traceback("KeyError: 'x'") +
      "\nDuring handling of the above exception, another exception occurred:\n\n" +
      traceback("FileNotFoundError: [Errno 2] No such file or directory: 'y'");
  CHECK(exited(log, 1).cause == "file_not_found");
}

TEST_CASE("exceptions while cleaning up decide nothing")
{
  CHECK(exited("Exception ignored in: <function A.__del__ at 0x7f>\n" +
                   traceback("AttributeError: 'A' object has no attribute 'b'"),
               3)
            .cause == "unknown");
}

TEST_CASE("an unknown exception has the class of what was printed")
{
  const Verdict verdict = exited(traceback("mylib.errors.WeirdError: something"), 1);
  CHECK(verdict.cause == "unknown");
  CHECK(verdict.klass == "traceback");
}

TEST_CASE("an evidence line of the knowledge base and status 1 give its cause")
{
  std::ifstream in(GPUALERT_SOURCE_DIR "/tests/rules/positives.tsv");
  int lines = 0;
  for (std::string line; std::getline(in, line); ++lines) {
    INFO(line);
    const std::size_t tab = line.find('\t');
    CHECK(exited(progress() + line.substr(tab + 1) + "\n", 1).cause == line.substr(0, tab));
  }
  CHECK(lines == 176);
}

TEST_CASE("the false friends of the knowledge base name no failure")
{
  std::ifstream in(GPUALERT_SOURCE_DIR "/tests/rules/negatives.txt");
  const std::string log{std::istreambuf_iterator<char>(in), {}};
  CHECK(log.size() > 5000);
  CHECK(without_status(log).success());
  CHECK(exited(log, 1).cause == "unknown");
}

}  // namespace gpualert
