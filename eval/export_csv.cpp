#include "eval/export.hpp"

#include <fmt/format.h>

#include <string_view>

namespace gpualert::eval {

namespace {

// Quoted where a comma, quote or line end would break the field.
std::string field(std::string_view text)
{
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    return std::string(text);
  }
  std::string quoted = "\"";
  for (const char c : text) {
    quoted += c;
    if (c == '"') {
      quoted += c;
    }
  }
  return quoted + "\"";
}

// Writes the lines of one group and method.
class Lines {
public:
  Lines(const std::string& source, Part part) : prefix_(field(source))
  {
    prefix_ += fmt::format(",{}", to_string(part));
  }

  void add(std::string_view method, const char* axis, const char* measure, std::string_view label,
           std::size_t logs, const std::string& values)
  {
    text_ += fmt::format("{},{},{},{},{},{},{}\n", prefix_, method, axis, measure, field(label),
                         logs, values);
  }

  void add(std::string_view method, const char* axis, const Scores& scores)
  {
    const auto estimate = [&](const char* measure, const Estimate& value) {
      add(method, axis, measure, "", scores.logs,
          fmt::format("{:.6f},{:.6f},{:.6f}", value.value, value.low, value.high));
    };
    estimate("accuracy", scores.measures.accuracy);
    estimate("micro_f1", scores.measures.micro_f1);
    estimate("macro_f1", scores.measures.macro_f1);
    for (const LabelScore& score : scores.labels) {
      const Counts& counts = score.counts;
      const auto value = [&](const char* measure, double share) {
        add(method, axis, measure, score.label, counts.truths, fmt::format("{:.6f},,", share));
      };
      value("precision", counts.precision());
      value("recall", counts.recall());
      value("f1", counts.f1());
    }
    for (const Confusion& confusion : scores.confusions) {
      add(method, axis, "confused", confusion.truth + " -> " + confusion.said, scores.logs,
          fmt::format("{},,", confusion.logs));
    }
  }

  void add(std::string_view method, const char* axis, const std::optional<Comparison>& comparison)
  {
    if (comparison) {
      const std::size_t logs = comparison->only_ours + comparison->only_theirs;
      add(method, axis, "only_gpualert", "", logs, fmt::format("{},,", comparison->only_ours));
      add(method, axis, "only_other", "", logs, fmt::format("{},,", comparison->only_theirs));
      add(method, axis, "mcnemar_p", "", logs, fmt::format("{:.6g},,", comparison->p));
    }
  }

  void add(const char* measure, const Share& share)
  {
    if (share.of > 0) {
      add(kMethodNames.front(), "root", measure, "", share.of, fmt::format("{},,", share.hits));
    }
  }

  const std::string& text() const noexcept { return text_; }

private:
  std::string prefix_, text_;
};

std::string lines_of(const Group& group)
{
  Lines lines(group.source, group.part);
  for (std::size_t i = 0; i < kMethods; ++i) {
    const MethodResult& method = group.methods[i];
    if (method.cause) {
      lines.add(kMethodNames[i], "cause", *method.cause);
    }
    lines.add(kMethodNames[i], "class", method.klass);
    lines.add(kMethodNames[i], "cause", method.cause_against);
    lines.add(kMethodNames[i], "class", method.klass_against);
  }
  const Roots& roots = group.roots;
  lines.add("wrong_root", roots.wrong_root);
  lines.add("symptom_as_root", roots.symptom_as_root);
  lines.add("root_line", roots.exact_line);
  lines.add("root_line_in_evidence", roots.line_in_evidence);
  lines.add("first_rank", roots.first_rank);
  lines.add("missed_failures", roots.missed_failures);
  lines.add("false_alarms", roots.false_alarms);
  return lines.text();
}

std::string number_or_nothing(std::uint64_t number)
{
  return number == 0 ? "" : fmt::format("{}", number);
}

std::string rank_or_nothing(const std::optional<int>& rank)
{
  return rank ? fmt::format("{}", *rank) : "";
}

}  // namespace

std::string to_csv(const Evaluation& evaluation)
{
  std::string text = "source,part,method,axis,measure,label,logs,value,low,high\n";
  for (const Group& group : evaluation.groups) {
    text += lines_of(group);
  }
  for (const Slice& slice : evaluation.slices) {
    const auto line = [&](const char* axis, const Scores& scores) {
      if (scores.logs > 0) {
        const Estimate& value = scores.measures.accuracy;
        text += fmt::format("{},{},gpualert,{},accuracy_by_{},{},{},{:.6f},{:.6f},{:.6f}\n",
                            field(slice.source), to_string(slice.part), axis, evaluation.by,
                            field(slice.value), scores.logs, value.value, value.low, value.high);
      }
    };
    line("cause", slice.ours_cause);
    line("class", slice.ours_klass);
  }
  return text;
}

std::string to_csv(const std::vector<Prediction>& predictions)
{
  std::string text =
      "id,source,held_out,exit_code,cause,said_cause,first_match_cause,class,said_class,"
      "first_match_class,keywords_class,traceback_class,exit_code_class,rule,root_line,said_line,"
      "rank,said_rank,symptom_as_root\n";
  for (const Prediction& prediction : predictions) {
    const Label& label = *prediction.label;
    const Answer& ours = prediction.answer(Method::ours);
    const Answer& first = prediction.answer(Method::first_match);
    text += fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", field(label.id),
        field(label.source), label.held_out ? 1 : 0, label.exit_code, label.cause.value_or(""),
        ours.cause, first.cause, label.klass, ours.klass, first.klass,
        prediction.answer(Method::keywords).klass, prediction.answer(Method::traceback).klass,
        prediction.answer(Method::exit_code).klass, field(prediction.rule),
        number_or_nothing(label.root_line.value_or(0)), number_or_nothing(prediction.first_line()),
        rank_or_nothing(label.rank), rank_or_nothing(prediction.rank),
        is_symptom_as_root(prediction) ? 1 : 0);
  }
  return text;
}

}  // namespace gpualert::eval
