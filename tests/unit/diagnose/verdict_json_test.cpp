#include <gpualert/verdict.hpp>

#include <catch2/catch.hpp>

#include <string>

namespace gpualert {

namespace {

Verdict example()
{
  Verdict verdict;
  verdict.cause = "cuda_oom";
  verdict.klass = "cuda_oom";
  verdict.confidence = 0.5;
  verdict.rule = "torch_out_of_memory";
  verdict.exit_code = 1;
  Evidence evidence;
  evidence.line = 3;
  evidence.offset = 40;
  evidence.text = "CUDA out of memory";
  evidence.stream = Stream::err;
  evidence.rank = 2;
  evidence.rule = verdict.rule;
  verdict.evidence.push_back(evidence);
  verdict.first_rank = 2;
  verdict.first_host = "node7";
  evidence.line = 9;
  evidence.host = "node8";
  evidence.text = "Watchdog";
  evidence.rule = "watchdog";
  verdict.runner_up = RunnerUp{"nccl_timeout", "it came after line 3", evidence};
  verdict.collateral.push_back({"nccl_timeout", "watchdog", 7, {0, 1, 3}, evidence});
  verdict.progress = {"step 8 | loss 0.5", 2, 70, 8, 0.5, {}, {{60, 7, 0.75}, {70, 8, 0.5}}};
  verdict.lines = 9;
  verdict.steps = {"read 9 lines"};
  return verdict;
}

}  // namespace

TEST_CASE("verdict.json in full")
{
  CHECK(to_json(example()) == R"({
  "schema": 1,
  "cause": "cuda_oom",
  "class": "cuda_oom",
  "confidence": 0.5,
  "title": "",
  "family": "",
  "rule": "torch_out_of_memory",
  "who": "",
  "retry": "",
  "hint": "",
  "exit_code": 1,
  "signal": null,
  "but": "",
  "evidence": [
    {
      "line": 3,
      "offset": 40,
      "text": "CUDA out of memory",
      "stream": "stderr",
      "rank": 2,
      "host": "",
      "rule": "torch_out_of_memory"
    }
  ],
  "first_rank": 2,
  "first_host": "node7",
  "runner_up": {
    "cause": "nccl_timeout",
    "why": "it came after line 3",
    "evidence": {
      "line": 9,
      "offset": 40,
      "text": "Watchdog",
      "stream": "stderr",
      "rank": 2,
      "host": "node8",
      "rule": "watchdog"
    }
  },
  "collateral": [
    {
      "cause": "nccl_timeout",
      "rule": "watchdog",
      "count": 7,
      "ranks": [
        0,
        1,
        3
      ],
      "first": {
        "line": 9,
        "offset": 40,
        "text": "Watchdog",
        "stream": "stderr",
        "rank": 2,
        "host": "node8",
        "rule": "watchdog"
      }
    }
  ],
  "progress": {
    "line": 2,
    "text": "step 8 | loss 0.5",
    "at_ns": 70,
    "step": 8.0,
    "loss": 0.5,
    "points": [
      [
        60,
        7.0,
        0.75
      ],
      [
        70,
        8.0,
        0.5
      ]
    ]
  },
  "lines": 9,
  "steps": [
    "read 9 lines"
  ]
}
)");
}

TEST_CASE("a verdict survives writing and reading")
{
  const auto back = parse_verdict(to_json(example()));
  REQUIRE(back);
  CHECK(to_json(back.value()) == to_json(example()));
}

TEST_CASE("what is not known is null")
{
  Verdict verdict = example();
  verdict.exit_code.reset();
  verdict.signal = 9;
  verdict.evidence[0].stream = Stream::unknown;
  verdict.evidence[0].rank.reset();
  const std::string json = to_json(verdict);
  CHECK(json.find("\"exit_code\": null") != std::string::npos);
  CHECK(json.find("\"signal\": 9") != std::string::npos);
  CHECK(json.find("\"stream\": null") != std::string::npos);
  CHECK(json.find("\"rank\": null") != std::string::npos);
  CHECK(to_json(parse_verdict(json).value()) == json);
}

TEST_CASE("evidence that is not UTF-8 or too long is made so")
{
  Verdict verdict = example();
  verdict.evidence[0].text = "\xff" + std::string(5000, 'x');
  const auto back = parse_verdict(to_json(verdict));
  REQUIRE(back);
  CHECK(back.value().evidence[0].text == "\xEF\xBF\xBD" + std::string(4093, 'x'));
}

TEST_CASE("what is not a verdict gives an error that says so")
{
  CHECK(parse_verdict("{").error().what.starts_with("read a verdict: "));
  CHECK(parse_verdict("[]").error().what.starts_with("read a verdict: "));
  CHECK(parse_verdict(R"({"schema":2})").error().what == "read a verdict: its schema is not 1");
  CHECK(parse_verdict(R"({"schema":1,"cause":3})").error().what.starts_with("read a verdict: "));
}

}  // namespace gpualert
