#include "eval/export.hpp"

#include <gpualert/classifier.hpp>
#include <gpualert/version.hpp>

#include <nlohmann/json.hpp>

namespace gpualert::eval {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Estimate& estimate)
{
  return {{"value", estimate.value}, {"low", estimate.low}, {"high", estimate.high}};
}

Json json_of(const Share& share)
{
  return {{"hits", share.hits}, {"of", share.of}};
}

Json json_of(const Scores& scores)
{
  Json json{{"logs", scores.logs},
            {"accuracy", json_of(scores.measures.accuracy)},
            {"micro_f1", json_of(scores.measures.micro_f1)},
            {"macro_f1", json_of(scores.measures.macro_f1)},
            {"labels", Json::object()},
            {"confusions", Json::array()}};
  for (const LabelScore& score : scores.labels) {
    const Counts& counts = score.counts;
    json["labels"][score.label] = {{"true", counts.truths},     {"said", counts.saids},
                                   {"hits", counts.hits},       {"precision", counts.precision()},
                                   {"recall", counts.recall()}, {"f1", counts.f1()}};
  }
  for (const Confusion& confusion : scores.confusions) {
    json["confusions"].push_back(
        {{"true", confusion.truth}, {"said", confusion.said}, {"logs", confusion.logs}});
  }
  return json;
}

Json json_of(const Comparison& comparison)
{
  return {{"only_gpualert", comparison.only_ours},
          {"only_other", comparison.only_theirs},
          {"mcnemar_p", comparison.p}};
}

Json json_of(const MethodResult& method)
{
  Json json = Json::object();
  if (method.cause) {
    json["cause"] = json_of(*method.cause);
  }
  json["class"] = json_of(method.klass);
  if (method.cause_against) {
    json["cause_against_gpualert"] = json_of(*method.cause_against);
  }
  if (method.klass_against) {
    json["class_against_gpualert"] = json_of(*method.klass_against);
  }
  return json;
}

Json json_of(const Roots& roots)
{
  return {{"wrong_root", json_of(roots.wrong_root)},
          {"symptom_as_root", json_of(roots.symptom_as_root)},
          {"root_line", json_of(roots.exact_line)},
          {"root_line_in_evidence", json_of(roots.line_in_evidence)},
          {"first_rank", json_of(roots.first_rank)},
          {"missed_failures", json_of(roots.missed_failures)},
          {"false_alarms", json_of(roots.false_alarms)},
          {"false_alarm_ids", roots.false_alarm_ids}};
}

Json json_of(const Group& group)
{
  Json json{{"source", group.source}, {"part", to_string(group.part)}, {"logs", group.logs}};
  for (std::size_t i = 0; i < kMethods; ++i) {
    json["methods"][std::string(kMethodNames[i])] = json_of(group.methods[i]);
  }
  json["roots"] = json_of(group.roots);
  return json;
}

}  // namespace

std::string to_json(const Evaluation& evaluation)
{
  const RulesInfo rules = builtin_rules_info();
  Json json{{"schema", 1},
            {"version", kVersion},
            {"rules", {{"count", rules.rules}, {"hash", rules.hash}}},
            {"corpus", evaluation.labels_file},
            {"logs", evaluation.logs},
            {"held_out", evaluation.held_out},
            {"bootstrap", {{"resamples", kResamples}, {"seed", kSeed}, {"unit", "shape"}}},
            {"groups", Json::array()}};
  for (const Group& group : evaluation.groups) {
    json["groups"].push_back(json_of(group));
  }
  if (!evaluation.by.empty()) {
    json["by"] = evaluation.by;
    json["slices"] = Json::array();
    for (const Slice& slice : evaluation.slices) {
      json["slices"].push_back({{"value", slice.value},
                                {"source", slice.source},
                                {"part", to_string(slice.part)},
                                {"cause", json_of(slice.ours_cause)},
                                {"class", json_of(slice.ours_klass)}});
    }
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace gpualert::eval
