#include "base/text.hpp"

#include <gpualert/verdict.hpp>

#include <nlohmann/json.hpp>

#include <array>
#include <utility>

namespace gpualert {

namespace {

using Json = nlohmann::json;
using Ordered = nlohmann::ordered_json;

constexpr int kSchema = 1;
constexpr std::size_t kMaxText = 4096;

struct StreamName {
  Stream stream;
  std::string_view name;
};
constexpr std::array<StreamName, 3> kStreams{
    {{Stream::out, "stdout"}, {Stream::err, "stderr"}, {Stream::both, "both"}}};

Ordered stream_json(Stream stream)
{
  for (const StreamName& entry : kStreams) {
    if (entry.stream == stream) {
      return entry.name;
    }
  }
  return nullptr;
}

template <typename Value>
Ordered or_null(const std::optional<Value>& value)
{
  return value ? Ordered(*value) : Ordered(nullptr);
}

Ordered evidence_json(const Evidence& evidence)
{
  return {{"line", evidence.line},
          {"offset", evidence.offset},
          {"text", std::string(cut_utf8(to_utf8(evidence.text), kMaxText))},
          {"stream", stream_json(evidence.stream)},
          {"rank", or_null(evidence.rank)},
          {"host", to_utf8(evidence.host)},
          {"rule", evidence.rule}};
}

Ordered collateral_json(const Collateral& collateral)
{
  return {{"cause", collateral.cause},
          {"rule", collateral.rule},
          {"count", collateral.count},
          {"ranks", collateral.ranks},
          {"first", evidence_json(collateral.first)}};
}

Ordered progress_json(const Progress& progress)
{
  if (progress.line == 0) {
    return nullptr;
  }
  Ordered points = Ordered::array();
  for (const ProgressPoint& point : progress.points) {
    points.push_back({point.at_ns, point.step, point.loss});
  }
  return {{"line", progress.line},          {"text", progress.last_line},
          {"at_ns", progress.last_at_ns},   {"step", or_null(progress.step)},
          {"loss", or_null(progress.loss)}, {"points", std::move(points)}};
}

Progress read_progress(const Json& json)
{
  Progress progress;
  progress.line = json.at("line").get<std::uint64_t>();
  progress.last_line = json.value("text", "");
  progress.last_at_ns = json.value("at_ns", std::int64_t{0});
  const auto number = [&](const char* key) {
    const auto found = json.find(key);
    return found == json.end() || found->is_null() ? std::nullopt
                                                   : std::optional<double>(found->get<double>());
  };
  progress.step = number("step");
  progress.loss = number("loss");
  for (const Json& point : json.value("points", Json::array())) {
    progress.points.push_back(
        {point.at(0).get<std::int64_t>(), point.at(1).get<double>(), point.at(2).get<double>()});
  }
  return progress;
}

Ordered runner_up_json(const std::optional<RunnerUp>& runner_up)
{
  if (!runner_up) {
    return nullptr;
  }
  return {{"cause", runner_up->cause},
          {"why", runner_up->why},
          {"evidence", evidence_json(runner_up->evidence)}};
}

std::optional<int> optional_int(const Json& json, const char* key)
{
  const auto found = json.find(key);
  return found == json.end() || found->is_null() ? std::nullopt
                                                 : std::optional<int>(found->get<int>());
}

Evidence read_evidence(const Json& json)
{
  Evidence evidence;
  evidence.line = json.at("line").get<std::uint64_t>();
  evidence.offset = json.at("offset").get<std::uint64_t>();
  evidence.text = json.at("text").get<std::string>();
  evidence.rank = optional_int(json, "rank");
  evidence.host = json.value("host", "");
  evidence.rule = json.value("rule", "");
  if (const auto stream = json.find("stream"); stream != json.end() && stream->is_string()) {
    for (const StreamName& entry : kStreams) {
      evidence.stream = *stream == entry.name ? entry.stream : evidence.stream;
    }
  }
  return evidence;
}

Verdict read_verdict(const Json& json)
{
  Verdict verdict;
  verdict.cause = json.at("cause").get<std::string>();
  verdict.klass = json.at("class").get<std::string>();
  verdict.confidence = json.at("confidence").get<double>();
  verdict.rule = json.value("rule", "");
  verdict.title = json.value("title", "");
  verdict.family = json.value("family", "");
  verdict.who = json.value("who", "");
  verdict.retry = json.value("retry", "");
  verdict.hint = json.value("hint", "");
  verdict.exit_code = optional_int(json, "exit_code");
  verdict.signal = optional_int(json, "signal");
  verdict.but = json.value("but", "");
  for (const Json& item : json.at("evidence")) {
    verdict.evidence.push_back(read_evidence(item));
  }
  verdict.first_rank = optional_int(json, "first_rank");
  verdict.first_host = json.value("first_host", "");
  if (const auto other = json.find("runner_up"); other != json.end() && !other->is_null()) {
    verdict.runner_up = RunnerUp{other->at("cause").get<std::string>(), other->value("why", ""),
                                 read_evidence(other->at("evidence"))};
  }
  for (const Json& item : json.value("collateral", Json::array())) {
    verdict.collateral.push_back({item.at("cause").get<std::string>(), item.value("rule", ""),
                                  item.value("count", std::uint64_t{0}),
                                  item.value("ranks", std::vector<int>{}),
                                  read_evidence(item.at("first"))});
  }
  if (const auto progress = json.find("progress"); progress != json.end() && !progress->is_null()) {
    verdict.progress = read_progress(*progress);
  }
  verdict.lines = json.value("lines", std::uint64_t{0});
  verdict.steps = json.value("steps", std::vector<std::string>{});
  return verdict;
}

}  // namespace

std::string to_json(const Verdict& verdict)
{
  Ordered evidence = Ordered::array();
  for (const Evidence& item : verdict.evidence) {
    evidence.push_back(evidence_json(item));
  }
  Ordered collateral = Ordered::array();
  for (const Collateral& item : verdict.collateral) {
    collateral.push_back(collateral_json(item));
  }
  const Ordered json{{"schema", kSchema},
                     {"cause", verdict.cause},
                     {"class", verdict.klass},
                     {"confidence", verdict.confidence},
                     {"title", verdict.title},
                     {"family", verdict.family},
                     {"rule", verdict.rule},
                     {"who", verdict.who},
                     {"retry", verdict.retry},
                     {"hint", verdict.hint},
                     {"exit_code", or_null(verdict.exit_code)},
                     {"signal", or_null(verdict.signal)},
                     {"but", verdict.but},
                     {"evidence", std::move(evidence)},
                     {"first_rank", or_null(verdict.first_rank)},
                     {"first_host", to_utf8(verdict.first_host)},
                     {"runner_up", runner_up_json(verdict.runner_up)},
                     {"collateral", std::move(collateral)},
                     {"progress", progress_json(verdict.progress)},
                     {"lines", verdict.lines},
                     {"steps", verdict.steps}};
  return json.dump(2, ' ', false, Ordered::error_handler_t::replace) + "\n";
}

Result<Verdict> parse_verdict(std::string_view json)
{
  try {
    const Json parsed = Json::parse(json);
    if (parsed.value("schema", 0) != kSchema) {
      return Error{"read a verdict: its schema is not " + std::to_string(kSchema)};
    }
    return read_verdict(parsed);
  } catch (const Json::exception& error) {
    return Error{std::string("read a verdict: ") + error.what()};
  }
}

}  // namespace gpualert
