#include "classify/engine.hpp"

#include <gpualert/classifier.hpp>

#include <catch2/catch.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert {

namespace {

std::string oom()
{
  return "RuntimeError: CUDA out of memory. Tried to allocate 2 GiB";
}

Findings scan(std::string_view log)
{
  Scanner scanner;
  scanner.bytes(Stream::both, log);
  return scanner.finish();
}

std::string describe(const Findings& findings)
{
  std::string text;
  for (const Finding& finding : findings.items) {
    text += finding.rule + " " + std::to_string(finding.first.line) + "@" +
            std::to_string(finding.first.offset) + " x" + std::to_string(finding.count) + " to " +
            std::to_string(finding.last_line) + " \"" + finding.first.text + "\"\n";
  }
  return text + "progress " + std::to_string(findings.last_progress_line) + ", exception " +
         findings.last_exception + ", lines " + std::to_string(findings.lines) + "\n";
}

constexpr std::string_view kLog =
    "starting\n"
    "step 1 | loss 0.5\r\n"
    "\n"
    "\rEpoch 0:  10%|# | 1/10 [00:01<00:09, 1.0it/s]\rEpoch 0:  20%|# | 2/10 [00:02<00:08, "
    "1.0it/s]\n"
    "[rank3]: Traceback (most recent call last):\n"
    "[rank3]:   File \"x.py\", line 3, in f\n"
    "[rank3]:     raise RuntimeError(\"CUDA error: device-side assert triggered\")\n"
    "[rank3]: KeyError: 'step'\n"
    "step 3 | loss = nan\n"
    "step 4 | loss = nan\n"
    "\x1b[31mOSError: [Errno 28] No space\x1b[0m left on device\x1b[0m\n"
    "bash: line 1: 4242 Segmentation fault      (core dumped) python x.py";

}  // namespace

TEST_CASE("what a log says, with lines and offsets")
{
  CHECK(describe(scan(kLog)) ==
        "python_builtin_exception 8@279 x1 to 8 \"[rank3]: KeyError: 'step'\"\n"
        "loss_value_nan 9@305 x2 to 10 \"step 3 | loss = nan\"\n"
        "no_space_left 11@345 x1 to 11 \"OSError: [Errno 28] No space left on device\"\n"
        "segmentation_fault 12@402 x1 to 12 \"bash: line 1: 4242 Segmentation fault      (core "
        "dumped) python x.py\"\n"
        "progress 4, exception KeyError, lines 12\n");
}

TEST_CASE("the offset is where the line stands in the log")
{
  for (const Finding& finding : scan(kLog).items) {
    INFO(finding.rule);
    const bool at_line_start = finding.first.offset == 0 || kLog[finding.first.offset - 1] == '\n';
    CHECK(at_line_start);
  }
}

TEST_CASE("it does not matter how the output is cut")
{
  const std::string whole = describe(scan(kLog));
  for (std::size_t size = 1; size < 90; ++size) {
    Scanner scanner;
    for (std::size_t at = 0; at < kLog.size(); at += size) {
      scanner.bytes(Stream::both, kLog.substr(at, size));
    }
    INFO("pieces of " << size);
    CHECK(describe(scanner.finish()) == whole);
  }
}

TEST_CASE("two streams keep their own lines")
{
  Scanner scanner;
  scanner.bytes(Stream::err, "KeyErr");
  scanner.bytes(Stream::out, "step 1 | loss 0.5\nstep ");
  scanner.bytes(Stream::err, "or: 'x'\n");
  scanner.bytes(Stream::out, "2 | loss 0.4\n");
  const Findings findings = scanner.finish();
  REQUIRE(findings.items.size() == 1);
  CHECK(findings.items[0].first.text == "KeyError: 'x'");
  CHECK(findings.items[0].first.stream == Stream::err);
  CHECK(findings.items[0].first.line == 1);
  CHECK(findings.items[0].first.offset == 0);
  CHECK(findings.last_progress_line == 2);
  CHECK(findings.lines == 3);
  CHECK(findings.bytes == 50);
}

TEST_CASE("a rank named by a prefix is noted")
{
  REQUIRE(scan("[rank13]: " + oom() + "\n").items.size() == 1);
  CHECK(scan("[rank13]: " + oom() + "\n").items[0].first.rank == 13);
  CHECK_FALSE(scan(oom() + "\n").items[0].first.rank);
}

TEST_CASE("a line too long to keep is judged by its head and its tail")
{
  const std::string filler(300000, 'x');
  const Findings head = scan(oom() + " " + filler + "\nnext\n");
  REQUIRE(head.items.size() == 1);
  CHECK(head.items[0].first.text.size() == 1024);
  const Findings tail = scan("first\n" + filler + " " + oom());
  REQUIRE(tail.items.size() == 1);
  CHECK(tail.items[0].first.line == 2);
  CHECK(tail.items[0].first.offset == 6);
}

TEST_CASE("findings are few whatever the output")
{
  std::string log;
  for (int i = 0; i < 20000; ++i) {
    std::string word;
    for (int n = i; n > 0; n /= 26) {
      word += static_cast<char>('a' + n % 26);
    }
    log += "ValueError: no such word as " + word + "\n";
  }
  const Findings findings = scan(log);
  CHECK(findings.items.size() == 4);
  std::uint64_t count = 0;
  for (const Finding& finding : findings.items) {
    count += finding.count;
  }
  CHECK(count == 20000);
}

TEST_CASE("lines that differ in digits alone are one finding")
{
  const Findings findings = scan(
      "OSError: [Errno 28] No space left on device: 'a1'\n"
      "OSError: [Errno 28] No space left on device: 'a22'\n");
  REQUIRE(findings.items.size() == 1);
  CHECK(findings.items[0].count == 2);
  CHECK(findings.items[0].last_line == 2);
}

TEST_CASE("after progress the next match begins a new episode")
{
  const Findings findings = scan(oom() + "\nstep 1 | loss 0.5\n" + oom() + "\n" + oom() + "\n");
  REQUIRE(findings.items.size() == 1);
  CHECK(findings.items[0].first.line == 1);
  CHECK(findings.items[0].episode().line == 3);
  CHECK(findings.items[0].count == 3);
}

TEST_CASE("output that says nothing of failures compiles no pattern")
{
  Engine engine(builtin_rules());
  engine.scan({Stream::out, "hi\nstep 1 | loss 0.5\nnumber of nan iterations:   0\n", 1, 0});
  CHECK(engine.compiled() == 0);
  engine.scan({Stream::out, "KeyError: 'x'\n", 1, 0});
  CHECK(engine.compiled() > 0);
}

TEST_CASE("malformed UTF-8 and NUL are bytes like others")
{
  const Findings findings = scan(std::string("\xff\0 ", 3) + "No space left on device \xfe\n");
  REQUIRE(findings.items.size() == 1);
  CHECK(findings.items[0].first.text ==
        std::string("\xEF\xBF\xBD\0 ", 5) + "No space left on device \xEF\xBF\xBD");
}

TEST_CASE("warnings and informative lines do not say why a job failed")
{
  CHECK(scan("[2026-08-01 10:00:00,1] [INFO] [x.py:1:f] RuntimeError: CUDA error: out of memory\n")
            .items.empty());
  const Findings warning = scan("WARNING:root:ModuleNotFoundError: No module named 'apex'\n");
  REQUIRE(warning.items.size() == 1);
  CHECK(warning.items[0].role == Role::weak);
}

TEST_CASE("tracebacks of clean-up are not findings, those of threads are weak")
{
  const std::string traceback =
      "Traceback (most recent call last):\n  File \"x.py\", line 1, in f\nKeyError: 'x'\n";
  CHECK(scan("Exception ignored in: <function A at 0x7f>\n" + traceback).items.empty());
  const Findings thread = scan("Exception in thread Thread-1:\n" + traceback);
  REQUIRE(thread.items.size() == 1);
  CHECK(thread.items[0].role == Role::weak);
  CHECK(thread.last_exception.empty());
  const Findings uncaught = scan(traceback);
  CHECK(uncaught.items.at(0).uncaught);
  CHECK(uncaught.last_traceback.value().line == 3);
}

TEST_CASE("an empty output has no findings")
{
  Scanner scanner;
  const Findings findings = scanner.finish();
  CHECK(findings.items.empty());
  CHECK(findings.lines == 0);
  CHECK(findings.bytes == 0);
}

TEST_CASE("the exception at the end of an indented traceback counts")
{
  const Findings findings = scan(
      "  error: subprocess-exited\n"
      "      Traceback (most recent call last):\n"
      "        File \"setup.py\", line 3, in <module>\n"
      "          build(x=1)\n"
      "      ModuleNotFoundError: No module named 'torch'\n"
      "      [end of output]\n");
  CHECK(findings.last_exception == "ModuleNotFoundError");
  CHECK_FALSE(findings.cut_short);
}

TEST_CASE("a traceback that is cut behind a raise ends in what it raises")
{
  const std::string frames =
      "Traceback (most recent call last):\n"
      "  File \"a.py\", line 3, in <module>\n"
      "    raise ValueError(f\"no checkpoint at {path}\")\n";
  const Findings cut = scan(frames);
  CHECK(cut.cut_short);
  CHECK(cut.last_exception == "ValueError");
  CHECK(cut.last_traceback->line == 3);
  CHECK(scan(frames + "KeyError: 'x'\n").last_exception == "KeyError");
  CHECK(scan("Traceback (most recent call last):\n  File \"a.py\", line 3, in f\n    raise error\n")
            .last_exception.empty());
}

TEST_CASE("a traceback that lost its indentation is followed")
{
  const Findings findings = scan(
      "Traceback (most recent call last):\n"
      "File \"a.py\", line 3, in <module>\n"
      "raise FileNotFoundError(path)\n"
      "KeyError: 'x'\n");
  REQUIRE(findings.items.size() == 1);
  CHECK(findings.items[0].rule == "python_builtin_exception");
  CHECK(findings.items[0].uncaught);
}

TEST_CASE("the last training loss that is a number is remembered")
{
  CHECK(scan("step 1 | loss 0.5\nstep 2 | loss 0.4\nstep 3 | lr 0.1\n").last_loss_line == 2);
  CHECK(
      scan("step 1 | loss 0.5\n{'loss': nan, 'epoch': 1.0}\n{'eval_loss': 0.4}\n").last_loss_line ==
      1);
}

}  // namespace gpualert
