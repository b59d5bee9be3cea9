#include "eval/scores.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace gpualert::eval {

namespace {

const std::string& truth_of(const Prediction& prediction, Axis axis)
{
  return axis == Axis::cause ? *prediction.label->cause : prediction.label->klass;
}

const std::string& said_of(const Prediction& prediction, Method method, Axis axis)
{
  const Answer& answer = prediction.answer(method);
  return axis == Axis::cause ? answer.cause : answer.klass;
}

bool is_right(const Prediction& prediction, Method method, Axis axis)
{
  return said_of(prediction, method, axis) == truth_of(prediction, axis);
}

Predictions labelled(const Predictions& predictions, Axis axis)
{
  Predictions result;
  std::copy_if(predictions.begin(), predictions.end(), std::back_inserter(result),
               [&](const Prediction* prediction) {
                 return axis == Axis::klass || prediction->label->cause.has_value();
               });
  return result;
}

std::vector<Confusion> confusions_of(const Predictions& predictions, Method method, Axis axis)
{
  std::map<std::pair<std::string, std::string>, std::size_t> counts;
  for (const Prediction* prediction : predictions) {
    if (!is_right(*prediction, method, axis)) {
      ++counts[{truth_of(*prediction, axis), said_of(*prediction, method, axis)}];
    }
  }
  std::vector<Confusion> confusions;
  confusions.reserve(counts.size());
  for (const auto& [pair, logs] : counts) {
    confusions.push_back({pair.first, pair.second, logs});
  }
  std::stable_sort(confusions.begin(), confusions.end(),
                   [](const Confusion& a, const Confusion& b) { return a.logs > b.logs; });
  return confusions;
}

// Shapes as numbers; a log without a shape is one of its own.
std::vector<std::size_t> clusters_of(const Predictions& predictions)
{
  std::map<std::string, std::size_t> numbers;
  std::vector<std::size_t> clusters;
  for (const Prediction* prediction : predictions) {
    const Label& label = *prediction->label;
    const std::string name = label.shape.empty() ? "log " + label.id : "shape " + label.shape;
    clusters.push_back(numbers.emplace(name, numbers.size()).first->second);
  }
  return clusters;
}

}  // namespace

Scores scores_of(const Predictions& predictions, Method method, Axis axis)
{
  const Predictions logs = labelled(predictions, axis);
  std::set<std::string> names;
  for (const Prediction* prediction : logs) {
    names.insert(truth_of(*prediction, axis));
    names.insert(said_of(*prediction, method, axis));
  }
  const auto number = [&](const std::string& name) {
    return static_cast<std::size_t>(std::distance(names.begin(), names.find(name)));
  };
  std::vector<Pair> pairs;
  for (const Prediction* prediction : logs) {
    pairs.push_back(
        {number(truth_of(*prediction, axis)), number(said_of(*prediction, method, axis))});
  }
  Scores scores;
  scores.logs = logs.size();
  scores.measures = measure(pairs, clusters_of(logs), names.size());
  const std::vector<Counts> counts = count(pairs, names.size());
  for (const std::string& name : names) {
    scores.labels.push_back({name, counts[scores.labels.size()]});
  }
  scores.confusions = confusions_of(logs, method, axis);
  return scores;
}

Comparison compare(const Predictions& predictions, Method method, Axis axis)
{
  Comparison result;
  for (const Prediction* prediction : labelled(predictions, axis)) {
    const bool ours = is_right(*prediction, Method::ours, axis);
    const bool theirs = is_right(*prediction, method, axis);
    result.only_ours += ours && !theirs ? 1 : 0;
    result.only_theirs += theirs && !ours ? 1 : 0;
  }
  result.p = mcnemar_exact(result.only_ours, result.only_theirs);
  return result;
}

}  // namespace gpualert::eval
