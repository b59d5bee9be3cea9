// Reads rules/causes.json while the product is built: the first mistake ends it.
#include "classify/rule_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace gpualert {

namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 6> kKeys{"title", "family", "class", "who", "retry", "hint"};
constexpr std::array<std::string_view, 5> kWho{"", "user", "configuration", "data",
                                               "administrator"};
constexpr std::array<std::string_view, 3> kRetry{"no", "yes", "elsewhere"};
constexpr std::array<std::string_view, 18> kClasses{
    "cuda_oom",   "nccl",      "cuda_runtime",   "ram_oom",  "segfault",   "file_not_found",
    "permission", "nan_loss",  "missing_module", "div_zero", "oom_killer", "device_mismatch",
    "traceback",  "assertion", "runtime_error",  "other",    "success",    "exception"};

std::size_t line_of(std::string_view text, std::size_t offset)
{
  const std::string_view before = text.substr(0, offset);
  return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

// Where the n-th object of the outermost object begins: the JSON library keeps no positions.
std::size_t offset_of_object(std::string_view text, std::size_t n)
{
  std::size_t depth = 0, seen = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      i += c == '\\' ? 1 : 0;
      quoted = c != '"';
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      if (depth == 1 && seen++ == n) {
        return i;
      }
      ++depth;
    } else if (c == '}' || c == ']') {
      depth -= depth > 0 ? 1 : 0;
    }
  }
  return 0;
}

bool contains(const auto& names, const std::string& name)
{
  return std::find(names.begin(), names.end(), name) != names.end();
}

// "" when `object` has exactly the keys of a cause, all strings.
std::string check_keys(const Json& object)
{
  if (!object.is_object()) {
    return "is not an object {…}";
  }
  for (const auto& [key, value] : object.items()) {
    if (!contains(kKeys, key)) {
      return "unknown key \"" + key + "\"";
    }
    if (!value.is_string()) {
      return "\"" + key + "\" must be a string";
    }
  }
  for (const std::string_view key : kKeys) {
    if (!object.contains(std::string(key))) {
      return "missing key \"" + std::string(key) + "\"";
    }
  }
  return "";
}

std::string read_cause(const Json& object, CauseText& cause)
{
  if (std::string why = check_keys(object); !why.empty()) {
    return why;
  }
  cause.title = object["title"];
  cause.family = object["family"];
  cause.klass = object["class"];
  cause.who = object["who"];
  cause.retry = object["retry"];
  cause.hint = object["hint"];
  if (!contains(kClasses, cause.klass)) {
    return "unknown class \"" + cause.klass + "\"";
  }
  if (!contains(kWho, cause.who)) {
    return "unknown who \"" + cause.who + "\" (user, configuration, data, administrator)";
  }
  if (!contains(kRetry, cause.retry)) {
    return "unknown retry \"" + cause.retry + "\" (no, yes, elsewhere)";
  }
  return is_rule_id(cause.id) ? "" : kBadId;
}

}  // namespace

Result<std::vector<CauseText>> parse_causes(std::string_view json, const std::string& file)
{
  const auto error = [&](std::size_t offset, const std::string& why) {
    return Error{file + ":" + std::to_string(line_of(json, offset)) + ": " + why};
  };
  Json parsed;
  try {
    parsed = Json::parse(json, nullptr, true, true);  // comments are allowed
  } catch (const Json::parse_error& problem) {
    return error(problem.byte, "not JSON: " + json_mistake(problem.what()));
  } catch (const Json::exception& problem) {
    return error(0, "not JSON: " + json_mistake(problem.what()));  // a number beyond all bounds
  }
  if (!parsed.is_object()) {
    return error(0, "must be an object of causes: { \"id\": {…}, … }");
  }
  std::vector<CauseText> causes;
  for (const auto& [id, object] : parsed.items()) {
    CauseText cause;
    cause.id = id;
    if (const std::string why = read_cause(object, cause); !why.empty()) {
      return error(offset_of_object(json, causes.size()),
                   std::string("cause \"").append(id).append("\": ").append(why));
    }
    causes.push_back(std::move(cause));
  }
  return causes;
}

}  // namespace gpualert
