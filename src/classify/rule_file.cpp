#include "classify/role.hpp"
#include "classify/rule_objects.hpp"
#include "classify/rule_text.hpp"

#include "base/suggest.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace gpualert {

namespace {

constexpr std::size_t kMaxProblems = 50;  // of one file
constexpr std::size_t kLongestQuote = 60;

struct TextKey {
  std::string_view name;
  std::string RuleText::*member;
  bool needed;
};
// The role comes as text first.
constexpr std::array<TextKey, 6> kTexts{{{"id", &RuleText::id, true},
                                         {"cause", &RuleText::cause, true},
                                         {"role", nullptr, true},
                                         {"pattern", &RuleText::pattern, true},
                                         {"title", &RuleText::title, false},
                                         {"hint", &RuleText::hint, false}}};
struct ListKey {
  std::string_view name;
  std::vector<std::string> RuleText::*member;
  std::vector<std::size_t> RuleText::*lines;
};
constexpr std::array<ListKey, 2> kLists{
    {{"samples", &RuleText::samples, &RuleText::sample_lines},
     {"counter_samples", &RuleText::counter_samples, &RuleText::counter_sample_lines}}};

constexpr const char* kKeys =
    "a rule has the keys id, cause, role, pattern, samples, counter_samples, title and hint";

bool has_control(std::string_view text)
{
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == '\x7F'; });
}

// Of a rule file, in quotes, for a message.
std::string quoted(std::string_view text)
{
  std::string shown = "\"";
  for (const char c : text.substr(0, kLongestQuote)) {
    shown += static_cast<unsigned char>(c) < 0x20 || c == '\x7F' ? '?' : c;
  }
  return shown + (text.size() > kLongestQuote ? "…\"" : "\"");
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known,
                         const char* otherwise)
{
  const std::string meant = nearest(word, known);
  return meant.empty() ? otherwise : "did you mean \"" + meant + "\"?";
}

// Makes a rule of one object, noting all that is wrong with it.
class RuleReader {
public:
  RuleReader(const RuleObject& object, std::vector<RuleProblem>& problems)
      : object_(object), problems_(problems)
  {
    rule_.line = object.line;
  }

  std::optional<RuleText> read()
  {
    if (!object_.object) {
      complain(object_.line, "is not an object {…}");
      return std::nullopt;
    }
    for (const RuleEntry& entry : object_.entries) {
      take(entry);
    }
    for (const TextKey& key : kTexts) {
      if (key.needed && find(key.name) == nullptr) {
        complain(object_.line, "missing key \"" + std::string(key.name) + "\"", kKeys);
      }
    }
    if (good_) {
      check();
    }
    return good_ ? std::optional(std::move(rule_)) : std::nullopt;
  }

private:
  void complain(std::size_t line, std::string what, std::string fix = "")
  {
    good_ = false;
    problems_.push_back({"", line, "", std::move(what), std::move(fix)});
  }

  const RuleEntry* find(std::string_view name) const
  {
    const auto found = std::find_if(object_.entries.begin(), object_.entries.end(),
                                    [&](const RuleEntry& entry) { return entry.key == name; });
    return found == object_.entries.end() ? nullptr : &*found;
  }

  void take(const RuleEntry& entry)
  {
    if (find(entry.key) != &entry) {
      complain(entry.line, "the key " + quoted(entry.key) + " is there twice", "keep one of them");
      return;
    }
    for (const ListKey& key : kLists) {
      if (entry.key == key.name) {
        if (entry.kind != RuleEntry::Kind::list) {
          complain(entry.line, quoted(entry.key) + " must be a list of strings");
        }
        rule_.*key.member = entry.list;
        rule_.*key.lines = entry.list_lines;
        return;
      }
    }
    for (const TextKey& key : kTexts) {
      if (entry.key == key.name) {
        if (entry.kind != RuleEntry::Kind::text) {
          complain(entry.line, quoted(entry.key) + " must be a string");
        }
        (key.member == nullptr ? role_ : rule_.*key.member) = entry.text;
        return;
      }
    }
    std::vector<std::string> known;
    known.reserve(kTexts.size() + kLists.size());
    for (const TextKey& key : kTexts) {
      known.emplace_back(key.name);
    }
    for (const ListKey& key : kLists) {
      known.emplace_back(key.name);
    }
    complain(entry.line, "unknown key " + quoted(entry.key), did_you_mean(entry.key, known, kKeys));
  }

  void check()
  {
    if (!is_rule_id(rule_.id)) {
      complain(find("id")->line, kBadId);
    }
    if (const auto known = parse_role(role_)) {
      rule_.role = *known;
    } else {
      const std::vector<std::string> roles{"external", "root",    "confirmation", "symptom",
                                           "weak",     "generic", "noise"};
      complain(find("role")->line,
               "unknown role " + quoted(role_) +
                   " (external, root, confirmation, symptom, weak, generic, noise)",
               did_you_mean(role_, roles, ""));
    }
    if (rule_.pattern.empty()) {
      complain(find("pattern")->line, "the pattern is empty");
    }
    check_length("pattern", rule_.pattern, kMaxPattern, "make several rules of it");
    for (const char* key : {"title", "hint"}) {
      const std::string& text = *key == 't' ? rule_.title : rule_.hint;
      check_length(key, text, *key == 't' ? kMaxTitle : kMaxHint, "shorten it");
      if (has_control(text)) {
        complain(find(key)->line, quoted(key) + " holds a line end or another control character",
                 "write it as one line");
      }
    }
  }

  void check_length(const char* key, const std::string& text, std::size_t most, const char* fix)
  {
    if (text.size() > most) {
      complain(find(key)->line, quoted(key) + " is longer than " + std::to_string(most) + " bytes",
               fix);
    }
  }

  const RuleObject& object_;
  std::vector<RuleProblem>& problems_;
  RuleText rule_;
  std::string role_;
  bool good_ = true;
};

std::string label_of(const RuleObject& object, std::size_t number)
{
  for (const RuleEntry& entry : object.entries) {
    if (entry.key == "id" && !entry.text.empty()) {
      return "rule " + quoted(entry.text);
    }
  }
  return "rule " + std::to_string(number);
}

}  // namespace

RuleFileText read_rule_file(std::string_view json, const std::string& file)
{
  RuleFileText result;
  const RuleObjects objects = read_rule_objects(json);
  for (std::size_t i = 0; i < objects.items.size(); ++i) {
    const std::size_t first = result.problems.size();
    if (first >= kMaxProblems) {
      result.problems.push_back({file, objects.items[i].line, "",
                                 "from here on the file was not looked at: too many mistakes",
                                 "correct those above"});
      return result;
    }
    if (auto rule = RuleReader(objects.items[i], result.problems).read()) {
      result.rules.push_back(std::move(*rule));
    }
    for (std::size_t k = first; k < result.problems.size(); ++k) {
      result.problems[k].file = file;
      result.problems[k].rule = label_of(objects.items[i], i + 1);
    }
  }
  if (objects.mistake) {
    const auto& [line, what, fix] = *objects.mistake;
    result.problems.push_back({file, line, "", what, fix});
  }
  return result;
}

}  // namespace gpualert
