#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert {

// A `"key": value` of a rule, as written.
struct RuleEntry {
  enum class Kind { text, list, other };
  std::string key;
  std::size_t line = 0;
  Kind kind = Kind::other;
  std::string text;               // of a string
  std::vector<std::string> list;  // of a list of strings
  std::vector<std::size_t> list_lines;
};

// An element of the list that a rule file is.
struct RuleObject {
  std::size_t line = 0;
  bool object = true;  // {…}
  std::vector<RuleEntry> entries;
};

struct JsonMistake {
  std::size_t line = 0;
  std::string what, fix;
};

// A rule file as JSON, of any content, with the lines where things stand. Ends at the first mistake
// of syntax; what stands before it was read. Bounded in depth and in the number of things kept.
struct RuleObjects {
  std::vector<RuleObject> items;
  std::optional<JsonMistake> mistake;
};
RuleObjects read_rule_objects(std::string_view json);

}  // namespace gpualert
