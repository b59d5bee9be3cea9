#include "classify/rule_text.hpp"

#include "classify/role.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace gpualert {

namespace {

using Json = nlohmann::json;

std::size_t line_of(std::string_view text, std::size_t offset)
{
  return 1 + static_cast<std::size_t>(std::count(
                 text.begin(),
                 text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size())), '\n'));
}

// Where the n-th object of the outermost array or object begins: the JSON library keeps no
// positions, and a message without a line helps nobody.
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

struct Place {
  std::string_view json;
  const std::string& file;

  Error error(std::size_t offset, const std::string& why) const
  {
    return Error{file + ":" + std::to_string(line_of(json, offset)) + ": " + why};
  }
};

Result<Json> parse_json(const Place& place)
{
  try {
    return Json::parse(place.json, nullptr, true, true);  // comments are allowed
  } catch (const Json::parse_error& error) {
    std::string why = error.what();
    why.erase(0, why.find("] ") == std::string::npos ? 0 : why.find("] ") + 2);
    return place.error(error.byte, "not JSON: " + why);
  }
}

bool contains(const auto& names, const std::string& name)
{
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string check_string_list(const std::string& key, const Json& value)
{
  const bool good =
      value.is_array() &&
      std::all_of(value.begin(), value.end(), [](const Json& item) { return item.is_string(); });
  return good ? "" : "\"" + key + "\" must be a list of strings";
}

// "" when `object` has exactly these keys, all strings (or lists of strings where `lists` says so).
std::string check_keys(const Json& object, const auto& strings, const auto& lists)
{
  if (!object.is_object()) {
    return "is not an object {…}";
  }
  for (const auto& [key, value] : object.items()) {
    std::string why;
    if (contains(lists, key)) {
      why = check_string_list(key, value);
    } else if (!contains(strings, key)) {
      why = "unknown key \"" + key + "\"";
    } else if (!value.is_string()) {
      why = "\"" + key + "\" must be a string";
    }
    if (!why.empty()) {
      return why;
    }
  }
  for (const std::string_view key : strings) {
    if (!object.contains(std::string(key))) {
      return "missing key \"" + std::string(key) + "\"";
    }
  }
  return "";
}

constexpr std::array<std::string_view, 4> kRuleStrings{"id", "cause", "role", "pattern"};
constexpr std::array<std::string_view, 2> kRuleLists{"samples", "counter_samples"};
constexpr std::array<std::string_view, 6> kCauseStrings{"title", "family", "class",
                                                        "who",   "retry",  "hint"};
constexpr std::array<std::string_view, 0> kCauseLists{};
constexpr std::array<std::string_view, 5> kWho{"", "user", "configuration", "data",
                                               "administrator"};
constexpr std::array<std::string_view, 3> kRetry{"no", "yes", "elsewhere"};
constexpr std::array<std::string_view, 18> kClasses{
    "cuda_oom",   "nccl",      "cuda_runtime",   "ram_oom",  "segfault",   "file_not_found",
    "permission", "nan_loss",  "missing_module", "div_zero", "oom_killer", "device_mismatch",
    "traceback",  "assertion", "runtime_error",  "other",    "success",    "exception"};

// "" when `id` is made of a–z, 0–9 and '_'.
std::string check_id(const std::string& id)
{
  const bool good = !id.empty() && std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
  return good ? "" : "an id is made of a-z, 0-9 and _";
}

std::string read_rule(const Json& object, RuleText& rule)
{
  if (std::string why = check_keys(object, kRuleStrings, kRuleLists); !why.empty()) {
    return why;
  }
  rule.id = object["id"];
  rule.cause = object["cause"];
  rule.pattern = object["pattern"];
  const std::string role = object["role"];
  if (std::string why = check_id(rule.id); !why.empty()) {
    return why;
  }
  if (const auto known = parse_role(role)) {
    rule.role = *known;
  } else {
    return "unknown role \"" + role +
           "\" (external, root, confirmation, symptom, weak, generic, noise)";
  }
  rule.samples = object.value("samples", std::vector<std::string>{});
  rule.counter_samples = object.value("counter_samples", std::vector<std::string>{});
  return rule.samples.empty() ? "needs at least one sample: a line that it must decide" : "";
}

std::string read_cause(const Json& object, CauseText& cause)
{
  if (std::string why = check_keys(object, kCauseStrings, kCauseLists); !why.empty()) {
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
  return contains(kRetry, cause.retry)
             ? check_id(cause.id)
             : "unknown retry \"" + cause.retry + "\" (no, yes, elsewhere)";
}

// Reads each element of the file with `read`, which gives "" or what is wrong.
template <typename Item, typename Read>
Result<std::vector<Item>> read_all(const Place& place, const Json& json, const char* noun,
                                   Read read)
{
  std::vector<Item> items;
  std::size_t n = 0;
  for (const auto& element : json.items()) {
    Item item;
    if constexpr (std::is_same_v<Item, CauseText>) {
      item.id = element.key();
    }
    if (const std::string why = read(element.value(), item); !why.empty()) {
      const std::string name = item.id.empty() ? std::to_string(n + 1) : "\"" + item.id + "\"";
      std::string message = noun;
      message.append(" ").append(name).append(": ").append(why);
      return place.error(offset_of_object(place.json, n), message);
    }
    items.push_back(std::move(item));
    ++n;
  }
  return items;
}

}  // namespace

Result<std::vector<RuleText>> parse_rules(std::string_view json, const std::string& file)
{
  const Place place{json, file};
  auto parsed = parse_json(place);
  if (!parsed) {
    return parsed.error();
  }
  if (!parsed->is_array()) {
    return place.error(0, "must be a list of rules: [ {…}, … ]");
  }
  return read_all<RuleText>(place, *parsed, "rule", read_rule);
}

Result<std::vector<CauseText>> parse_causes(std::string_view json, const std::string& file)
{
  const Place place{json, file};
  auto parsed = parse_json(place);
  if (!parsed) {
    return parsed.error();
  }
  if (!parsed->is_object()) {
    return place.error(0, "must be an object of causes: { \"id\": {…}, … }");
  }
  return read_all<CauseText>(place, *parsed, "cause", read_cause);
}

}  // namespace gpualert
