#pragma once

#include "eval/predict.hpp"
#include "eval/statistics.hpp"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert::eval {

// Which logs of a source: those that nobody saw while rules were written, the others, or all of
// them where nothing was held out.
enum class Part { held_out, open, whole };
std::string_view to_string(Part part) noexcept;  // "held out", "open", "all"

// One label as one method judged it.
struct LabelScore {
  std::string label;
  Counts counts;
};

// So many logs of `truth` were said to be `said`.
struct Confusion {
  std::string truth, said;
  std::size_t logs = 0;
};

// How a method did on causes, or on classes.
struct Scores {
  std::size_t logs = 0;  // that are labelled
  Measures measures;
  std::vector<LabelScore> labels;     // that are true of, or said of, some log; by name
  std::vector<Confusion> confusions;  // the most frequent first
};

// Of the logs that two methods judged: where only one was right, and McNemar's exact p.
struct Comparison {
  std::size_t only_ours = 0, only_theirs = 0;
  double p = 1;
};

struct MethodResult {
  std::optional<Scores> cause;  // empty: the method knows none, or no log is labelled with one
  Scores klass;
  std::optional<Comparison> cause_against, klass_against;  // ours against it; empty for ours
};

struct Share {
  std::size_t hits = 0, of = 0;
};

// Where our verdicts point.
struct Roots {
  Share wrong_root;        // failures with several errors: the cause is wrong
  Share symptom_as_root;   // failures with a root line: see is_symptom_as_root
  Share exact_line;        // failures with a root line: it is the first line of the evidence
  Share line_in_evidence;  // the same: it is among the evidence
  Share first_rank;        // failures with a first failing rank: it is the one we name
  Share missed_failures;   // failures: called a success
  Share false_alarms;      // successes: called a failure
  std::vector<std::string> false_alarm_ids;
};

// A consequence named as the cause: the cause is wrong, our first line of evidence is not the root
// line, and it is either what a symptom or weak rule matched, or a line after the root line.
bool is_symptom_as_root(const Prediction& prediction);

// The figures of one source and part. Sources are never mixed.
struct Group {
  std::string source;
  Part part = Part::whole;
  std::size_t logs = 0;
  std::array<MethodResult, kMethods> methods;
  Roots roots;

  const MethodResult& method(Method wanted) const
  {
    return methods[static_cast<std::size_t>(wanted)];
  }
  bool success() const { return source == "success"; }
};

// The logs of a group that have one value of a field.
struct Slice {
  std::string value, source;
  Part part = Part::whole;
  Scores ours_cause, ours_klass;
};

struct Evaluation {
  std::string labels_file;
  std::size_t logs = 0, held_out = 0;
  std::vector<Group> groups;  // held out first, then the rest; successes last in each
  std::string by;             // field of the slices; "" for none
  std::vector<Slice> slices;  // in the order of the groups, then by value
};

// `by`: "", "source", "cause", "framework" or "multi_error".
Evaluation evaluate(const Corpus& corpus, const std::vector<Prediction>& predictions,
                    const std::string& by);

}  // namespace gpualert::eval
