#include "eval/floor.hpp"

#include "eval/tables.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <set>

namespace gpualert::eval {

namespace {

using Json = nlohmann::ordered_json;

// Stored to four places, rounded down, so that a floor is never above its own figure.
constexpr double kPlaces = 1e4;

double rounded_down(double share)
{
  return std::floor(share * kPlaces + 1e-6) / kPlaces;
}

struct Guarded {
  const char* key;
  const char* name;
  bool more_is_better;
  bool of_failures, of_successes;
  double (*figure)(const Group&);
};

double cause_accuracy(const Group& group)
{
  const std::optional<Scores>& scores = group.method(Method::ours).cause;
  return scores ? rounded_down(scores->measures.accuracy.value) : 0;
}
double class_accuracy(const Group& group)
{
  return rounded_down(group.method(Method::ours).klass.measures.accuracy.value);
}
double symptoms_as_root(const Group& group)
{
  return static_cast<double>(group.roots.symptom_as_root.hits);
}
double false_alarms(const Group& group)
{
  return static_cast<double>(group.roots.false_alarms.hits);
}

constexpr std::array<Guarded, 4> kGuarded{
    {{"cause_accuracy", "cause accuracy", true, true, false, cause_accuracy},
     {"class_accuracy", "class accuracy", true, true, false, class_accuracy},
     {"symptom_as_root", "symptoms named as roots", false, true, false, symptoms_as_root},
     {"false_alarms", "false alarms", false, false, true, false_alarms}}};

bool concerns(const Guarded& guarded, const Group& group)
{
  return group.success() ? guarded.of_successes : guarded.of_failures;
}

std::string key_of(const Group& group)
{
  return name_of(group.source, group.part);
}

std::string compare(const Group& group, const Guarded& guarded, const Json& floor)
{
  if (!floor.contains(guarded.key) || !floor.at(guarded.key).is_number()) {
    return fmt::format("{}: the floor has no {}", key_of(group), guarded.key);
  }
  const auto wanted = floor.at(guarded.key).get<double>();
  const double found = guarded.figure(group);
  if (guarded.more_is_better ? found >= wanted : found <= wanted) {
    return "";
  }
  const std::string logs = floor.contains("logs") ? floor.at("logs").dump() : "?";
  return fmt::format("{}: {} {} from {} ({} logs) to {} ({} logs)", key_of(group), guarded.name,
                     guarded.more_is_better ? "fell" : "rose", wanted, logs, found, group.logs);
}

}  // namespace

std::string floor_json(const Evaluation& evaluation)
{
  Json json = Json::object();
  for (const Group& group : evaluation.groups) {
    Json& entry = json[key_of(group)];
    entry["logs"] = group.logs;
    for (const Guarded& guarded : kGuarded) {
      if (concerns(guarded, group)) {
        const double figure = guarded.figure(group);
        entry[guarded.key] =
            guarded.more_is_better ? Json(figure) : Json(static_cast<std::uint64_t>(figure));
      }
    }
  }
  return json.dump(2) + "\n";
}

Result<std::vector<std::string>> check_floor(const Evaluation& evaluation, const std::string& floor,
                                             const std::string& file)
{
  const Json json = Json::parse(floor, nullptr, false);
  if (!json.is_object()) {
    return Error{file + ": not a JSON object"};
  }
  std::vector<std::string> worse;
  std::set<std::string> known;
  for (const Group& group : evaluation.groups) {
    known.insert(key_of(group));
    if (!json.contains(key_of(group)) || !json.at(key_of(group)).is_object()) {
      worse.push_back(key_of(group) + ": has no floor; --write-floor writes one");
      continue;
    }
    for (const Guarded& guarded : kGuarded) {
      std::string why = concerns(guarded, group) ? compare(group, guarded, json.at(key_of(group)))
                                                 : std::string{};
      if (!why.empty()) {
        worse.push_back(std::move(why));
      }
    }
  }
  for (const auto& [key, entry] : json.items()) {
    if (!known.contains(key)) {
      worse.push_back(key + ": has a floor, and no logs in this corpus");
    }
  }
  return worse;
}

}  // namespace gpualert::eval
