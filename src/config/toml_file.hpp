#pragma once

#include "config/keys.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert {

// One `key = value` of a file, with the place of the key. Numbers and switches as TOML text; a list
// of strings joined with commas.
struct TomlEntry {
  enum class Kind { text, number, toggle, list, other };
  std::string key;
  std::string text;
  Kind kind = Kind::other;
  std::size_t line = 0, column = 0;  // 1-based
};

struct TomlChannel {
  std::vector<TomlEntry> entries;
  std::size_t line = 0, column = 0;
};

struct TomlProblem {
  std::string what;
  std::size_t line = 0, column = 0;
};

struct TomlFile {
  std::vector<TomlEntry> entries;     // by line
  std::vector<TomlChannel> channels;  // [[channel]], by line
  // Where the text stops to be TOML; what stands in the lines above it was read.
  std::optional<TomlProblem> broken;
};

TomlFile parse_toml(std::string_view text);

}  // namespace gpualert
