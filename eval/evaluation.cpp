#include "eval/evaluation.hpp"

#include "eval/scores.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace gpualert::eval {

namespace {

constexpr std::array<Method, kMethods> kEveryMethod{
    Method::ours, Method::first_match, Method::keywords, Method::traceback, Method::exit_code};

using GroupKey = std::tuple<int, int, std::string>;  // part, place among sources, source

int place_of(const std::string& source)
{
  if (source == "captured") {
    return 0;
  }
  if (source == "composed") {
    return 1;
  }
  return source == "success" ? 3 : 2;
}

std::map<GroupKey, Predictions> group(const std::vector<Prediction>& predictions)
{
  std::map<std::string, bool> any_held_out;
  for (const Prediction& prediction : predictions) {
    any_held_out[prediction.label->source] |= prediction.label->held_out;
  }
  std::map<GroupKey, Predictions> groups;
  for (const Prediction& prediction : predictions) {
    const Label& label = *prediction.label;
    const Part part =
        label.held_out ? Part::held_out : (any_held_out[label.source] ? Part::open : Part::whole);
    groups[{static_cast<int>(part), place_of(label.source), label.source}].push_back(&prediction);
  }
  return groups;
}

void add(Share& share, bool hit)
{
  share.hits += hit ? 1 : 0;
  ++share.of;
}

void add_failure(Roots& roots, const Prediction& prediction)
{
  const Label& label = *prediction.label;
  const Answer& ours = prediction.answer(Method::ours);
  add(roots.missed_failures, ours.klass == "success");
  if (label.cause && label.multi_error) {
    add(roots.wrong_root, ours.cause != *label.cause);
  }
  if (label.cause && label.root_line) {
    const auto& lines = prediction.lines;
    add(roots.symptom_as_root, is_symptom_as_root(prediction));
    add(roots.exact_line, prediction.first_line() == *label.root_line);
    add(roots.line_in_evidence,
        std::find(lines.begin(), lines.end(), *label.root_line) != lines.end());
  }
  if (label.rank) {
    add(roots.first_rank, prediction.rank == label.rank);
  }
}

Roots roots_of(const Predictions& predictions)
{
  Roots roots;
  for (const Prediction* prediction : predictions) {
    if (prediction->label->klass != "success") {
      add_failure(roots, *prediction);
      continue;
    }
    const bool alarm = prediction->answer(Method::ours).klass != "success";
    add(roots.false_alarms, alarm);
    if (alarm) {
      roots.false_alarm_ids.push_back(prediction->label->id);
    }
  }
  return roots;
}

MethodResult result_of(const Predictions& predictions, Method method)
{
  MethodResult result;
  result.klass = scores_of(predictions, method, Axis::klass);
  if (method != Method::ours) {
    result.klass_against = compare(predictions, method, Axis::klass);
  }
  const bool labelled = std::any_of(
      predictions.begin(), predictions.end(),
      [](const Prediction* prediction) { return prediction->label->cause.has_value(); });
  if (labelled && (method == Method::ours || method == Method::first_match)) {
    result.cause = scores_of(predictions, method, Axis::cause);
    if (method != Method::ours) {
      result.cause_against = compare(predictions, method, Axis::cause);
    }
  }
  return result;
}

std::string value_of(const Label& label, const std::string& by)
{
  if (by == "source") {
    return label.source;
  }
  if (by == "cause") {
    return label.cause.value_or("(no cause)");
  }
  if (by == "framework") {
    return label.framework.empty() ? "(none)" : label.framework;
  }
  return label.multi_error ? "several errors" : "one error";
}

void add_slices(Evaluation& evaluation, const Group& group, const Predictions& predictions)
{
  std::map<std::string, Predictions> values;
  for (const Prediction* prediction : predictions) {
    values[value_of(*prediction->label, evaluation.by)].push_back(prediction);
  }
  for (const auto& [value, members] : values) {
    evaluation.slices.push_back({value, group.source, group.part,
                                 scores_of(members, Method::ours, Axis::cause),
                                 scores_of(members, Method::ours, Axis::klass)});
  }
}

}  // namespace

std::string_view to_string(Part part) noexcept
{
  switch (part) {
    case Part::held_out:
      return "held out";
    case Part::open:
      return "open";
    default:
      return "all";
  }
}

bool is_symptom_as_root(const Prediction& prediction)
{
  const Label& label = *prediction.label;
  const std::uint64_t line = prediction.first_line();
  if (!label.cause || !label.root_line || line == 0 || line == *label.root_line ||
      prediction.answer(Method::ours).cause == *label.cause) {
    return false;
  }
  return line > *label.root_line || prediction.role == Role::symptom ||
         prediction.role == Role::weak;
}

Evaluation evaluate(const Corpus& corpus, const std::vector<Prediction>& predictions,
                    const std::string& by)
{
  Evaluation evaluation;
  evaluation.labels_file = corpus.labels_file;
  evaluation.logs = corpus.labels.size();
  evaluation.held_out =
      static_cast<std::size_t>(std::count_if(corpus.labels.begin(), corpus.labels.end(),
                                             [](const Label& label) { return label.held_out; }));
  evaluation.by = by;
  for (const auto& [key, members] : group(predictions)) {
    Group group;
    group.source = std::get<2>(key);
    group.part = static_cast<Part>(std::get<0>(key));
    group.logs = members.size();
    for (const Method method : kEveryMethod) {
      group.methods[static_cast<std::size_t>(method)] = result_of(members, method);
    }
    group.roots = roots_of(members);
    if (!by.empty()) {
      add_slices(evaluation, group, members);
    }
    evaluation.groups.push_back(std::move(group));
  }
  return evaluation;
}

}  // namespace gpualert::eval
