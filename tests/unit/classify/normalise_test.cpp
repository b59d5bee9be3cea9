#include "classify/normalise.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <string>
#include <string_view>

namespace gpualert {

TEST_CASE("what launchers, loggers and terminals put before a message is taken off")
{
  struct Row {
    std::string_view line, text;
    int rank;  // -1: none
    Level level;
  };
  constexpr Level none = Level::none;
  constexpr std::array<Row, 29> rows{{
      {"KeyError: 'x'", "KeyError: 'x'", -1, none},
      {"[rank3]: KeyError: 'x'", "KeyError: 'x'", 3, none},
      {"E   KeyError: 'x'", "KeyError: 'x'", -1, none},
      {"            [rank1]:[E814 13:15:53.2 P.cpp:607] Watchdog", "Watchdog", 1, Level::error},
      {"[rank3]:[E1218 20:27:21.4 P.cpp:629] Watchdog", "Watchdog", 3, Level::error},
      {"[rank0]:[W1218 P.cpp:1250] text", "text", 0, Level::warning},
      {"[E ProcessGroupNCCL.cpp:916] text", "text", -1, Level::error},
      {"[default1]:text", "text", 1, none},
      {"[trainer0|5]:text", "text", 5, none},
      {"[1,7]<stderr>:text", "text", 7, none},
      {"[rank: 2] text", "text", 2, none},
      {"12: text", "text", 12, none},
      {"  3: text", "text", 3, none},
      {"node1: KeyError: 'x'", "KeyError: 'x'", -1, none},
      {"trainer-1  | text", "text", -1, none},
      {"(RayTrainWorker pid=123, ip=10.0.0.1) text", "text", -1, none},
      {"[12973.443102] text", "text", -1, none},
      {"[   73.443102] text", "text", -1, none},
      {"Nov 29 18:01:22 host kernel: text", "text", -1, none},
      {"2026-08-01T10:00:00.123Z text", "text", -1, none},
      {"2026-08-01 10:00:00 | INFO | text", "INFO | text", -1, none},
      {"[2026-08-22 10:00:00,123] [INFO] [x.py:1:f] text", "text", -1, Level::info},
      {"08/22/2026 10:00:00 - ERROR - __main__ - text", "text", -1, Level::error},
      {"2026-08-21 10:00:00,123 - root - WARNING - text", "text", -1, Level::warning},
      {"E1218 20:27:21.4 123 file.py:10] text", "text", -1, Level::error},
      {"ERROR:root:text", "text", -1, Level::error},
      {"WARNING: text", "text", -1, Level::warning},
      {"    | ValueError: x", "ValueError: x", -1, none},
      {"  what():  CUDA error", "CUDA error", -1, none},
  }};
  for (const Row& row : rows) {
    INFO(row.line);
    std::string scratch;
    const Message message = normalise(row.line, scratch);
    if (row.line.find("| INFO |") == std::string_view::npos) {
      CHECK(message.text == row.text);
      CHECK(message.level == row.level);
    }
    CHECK(message.rank.value_or(-1) == row.rank);
  }
}

TEST_CASE("lines of JSON name their level")
{
  std::string scratch;
  CHECK(normalise(R"({"ts": 1, "level": "warning", "event": "x"})", scratch).level ==
        Level::warning);
  CHECK(normalise(R"({"severity":"ERROR","msg":"x"})", scratch).level == Level::error);
  CHECK(normalise(R"({"levelname": "INFO", "msg": "x"})", scratch).level == Level::info);
  CHECK(normalise(R"({"level":)", scratch).level == Level::none);
  CHECK(normalise("{'loss': 1.0}", scratch).level == Level::none);
}

TEST_CASE("what only looks like a prefix stays")
{
  for (const std::string_view line :
       {"srun: error: node01: task 3: Out Of Memory", "bash: line 1: x: command not found",
        "sh: 1: x: not found", "-c: error: x", "[1]    4242 segmentation fault  python",
        "RuntimeError: [Rank 2] NCCL", "python[1234]: segfault at 0", "[deepspeed] OVERFLOW!",
        "nvidia-nvswitch1: SXid"}) {
    std::string scratch;
    CHECK(normalise(line, scratch).text == line);
  }
}

TEST_CASE("escape sequences and backspaces are cut out")
{
  std::string scratch;
  CHECK(normalise("\x1b[1;31mKeyError\x1b[0m: 'x'\a", scratch).text == "KeyError: 'x'");
  CHECK(normalise("\x1b]0;title\aKey\bError", scratch).text == "KeyError");
  CHECK(normalise("\x1b]0;title\x1b\\text", scratch).text == "text");
  CHECK(normalise("text\x1b[", scratch).text == "text");
  CHECK(normalise("text\x1b", scratch).text == "text");
}

TEST_CASE("quoted source lines are code, indented messages are not")
{
  std::string scratch;
  CHECK(normalise("    raise RuntimeError(\"x\")", scratch).code);
  CHECK(normalise("[rank0]:     loss = f(x)", scratch).code);
  CHECK_FALSE(normalise("    RuntimeError: CUDA error (GPU 0)", scratch).code);
  CHECK_FALSE(normalise("    Reason:       OOMKilled", scratch).code);
  CHECK_FALSE(normalise("raise RuntimeError(\"x\")", scratch).code);
  CHECK_FALSE(normalise("    The detected CUDA version (12.1) mismatches", scratch).code);
  CHECK(normalise("    The = f(x)", scratch).code);
  CHECK_FALSE(normalise("        size mismatch for a.bias: copying torch.Size([1])", scratch).code);
  CHECK(normalise("          loss = f(x)", scratch).code);
  CHECK_FALSE(normalise(std::string(60, ' ') + "ran for 5400054 ms (x=1)", scratch).code);
}

TEST_CASE("the lines that IPython and rich number are code")
{
  std::string scratch;
  CHECK(normalise("----> 3 raise RuntimeError(\"CUDA out of memory\")", scratch).code);
  CHECK(normalise("\u2502 \u2771 12     raise RuntimeError(\"x\")       \u2502", scratch).code);
  CHECK(normalise("\u2502   13     raise RuntimeError(\"x\")         \u2502", scratch).code);
  CHECK_FALSE(normalise("---- 3 ranks failed: CUDA out of memory", scratch).code);
  CHECK_FALSE(normalise("13 errors: CUDA out of memory", scratch).code);
}

TEST_CASE("the name of the exception at the end of a traceback")
{
  CHECK(exception_name("KeyError: 'x'") == "KeyError");
  CHECK(exception_name("AbortedError (see above for traceback): x") == "AbortedError");
  CHECK(exception_name("torch.cuda.OutOfMemoryError: CUDA") == "OutOfMemoryError");
  CHECK(exception_name("KeyboardInterrupt") == "KeyboardInterrupt");
  CHECK(exception_name("numpy.core._exceptions._ArrayMemoryError: x") == "_ArrayMemoryError");
  CHECK(exception_name("pkg.errors.Unlucky: x") == "Unlucky");
  CHECK(exception_name("Note: this is text").empty());
  CHECK(exception_name("some text").empty());
  CHECK(exception_name("error: x").empty());
  CHECK(exception_name("").empty());
}

}  // namespace gpualert
