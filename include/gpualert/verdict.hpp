#pragma once

#include <gpualert/byte_sink.hpp>
#include <gpualert/progress.hpp>
#include <gpualert/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert {

// One line of the log that speaks for a cause.
struct Evidence {
  std::uint64_t line = 0;    // 1-based; 0 when the evidence is not a line of the log
  std::uint64_t offset = 0;  // of the start of the line in this run's part of the log
  std::string text;          // valid UTF-8, at most 4 KiB
  Stream stream = Stream::unknown;
  std::optional<int> rank;
  std::string host;  // "" when the line does not name it
  std::string rule;
};

// Errors of one other cause, printed because of the verdict's or beside it.
struct Collateral {
  std::string cause, rule;  // the rule of the first line
  std::uint64_t count = 0;  // of lines
  std::vector<int> ranks;  // that printed it, sorted, at most 64; empty when no line names its rank
  Evidence first;
};

// The best other answer, and why it is not the verdict.
struct RunnerUp {
  std::string cause;
  std::string why;
  Evidence evidence;  // its rule is evidence.rule
};

// verdict.json, and what `gpualert classify --json` prints; "schema": 1. The ids are those of
// rules/causes.json.
struct Verdict {
  std::string cause = "unknown";
  std::string klass = "other";  // "class" in JSON
  double confidence = 0;        // 0–1
  std::string rule;             // "" when the status alone decided
  std::string title;            // one line for people: "CUDA out of memory"
  std::string family;
  std::string who;    // user, configuration, data, administrator
  std::string retry;  // no, yes, elsewhere
  std::string hint;   // what to do
  std::string but;    // "finished, but the loss is not a number": what status 0 hides; else ""
  std::vector<Evidence> evidence;  // the decisive line first
  std::optional<int> first_rank;   // the rank whose failure came first, where the output tells
  std::string first_host;          // its host, where the output tells
  std::optional<RunnerUp> runner_up;
  std::vector<Collateral> collateral;  // in order of first line, at most 8
  Progress progress;
  std::uint64_t lines = 0;         // of the output; 0: none, or not known
  std::vector<std::string> steps;  // how the decision was made, for `gpualert explain`
  std::optional<int> exit_code;    // empty when signalled or unknown
  std::optional<int> signal;

  bool success() const noexcept { return cause == "success"; }
};

std::string to_json(const Verdict& verdict);
Result<Verdict> parse_verdict(std::string_view json);

}  // namespace gpualert
