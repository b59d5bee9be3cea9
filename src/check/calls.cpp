#include "check/checks.hpp"

#include <algorithm>
#include <array>

namespace gpualert::check {

namespace {

template <std::size_t N>
bool is_one_of(std::string_view text, const std::array<std::string_view, N>& words)
{
  return std::ranges::find(words, text) != words.end();
}

bool is_assignment(const std::string& word)
{
  const std::size_t equals = word.find('=');
  if (equals == 0 || equals == std::string::npos) {
    return false;
  }
  return std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '+';
  });
}

std::size_t after_assignments(const Command& command)
{
  std::size_t i = 0;
  while (i < command.words.size() && is_assignment(command.words[i])) {
    ++i;
  }
  return i;
}

// A program, or a variable that is called after it.
bool is_gpualert(const std::string& word)
{
  return base_name(word) == "gpualert" || word == "$GPUALERT" || word == "${GPUALERT}";
}

// What "-e", "-euo", "+e" say of `set -LETTER`.
void read_flags(const std::string& word, char letter, bool& holds)
{
  if (word.find(letter, 1) != std::string::npos) {
    holds = word.front() == '-';
  }
}

void read_set(const Command& command, char letter, std::string_view name, bool& holds)
{
  for (std::size_t i = 1; i < command.words.size(); ++i) {
    const std::string& word = command.words[i];
    if (word.size() < 2 || word.starts_with("--") || (word[0] != '-' && word[0] != '+')) {
      if (word == name) {
        holds = command.words[i - 1].front() == '-';
      }
    } else if (letter != '\0') {
      read_flags(word, letter, holds);
    }
  }
}

}  // namespace

std::string_view base_name(std::string_view path)
{
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::size_t find_run(const Command& command)
{
  // These only talk of it.
  static constexpr std::array<std::string_view, 11> kTalk{
      "echo", "printf", "cat", "grep", "man", "which", "type", "alias", "[", "[[", "test"};
  const std::size_t first = after_assignments(command);
  if (first >= command.words.size() || is_one_of(base_name(command.words[first]), kTalk)) {
    return std::string::npos;
  }
  for (std::size_t i = first; i + 1 < command.words.size(); ++i) {
    if (is_gpualert(command.words[i]) && command.words[i + 1] == "run") {
      return i;
    }
  }
  return std::string::npos;
}

std::string program_of(const Command& command)
{
  static constexpr std::array<std::string_view, 7> kStarters{"exec",  "time",    "nice",  "env",
                                                             "nohup", "command", "stdbuf"};
  std::size_t i = after_assignments(command);
  while (i < command.words.size() && is_one_of(base_name(command.words[i]), kStarters)) {
    ++i;
    while (i < command.words.size() &&
           (command.words[i].starts_with('-') || is_assignment(command.words[i]))) {
      ++i;
    }
  }
  return i < command.words.size() ? std::string(base_name(command.words[i])) : std::string();
}

bool option_holds(const Script& script, std::size_t command, char letter, std::string_view name)
{
  bool holds = false;
  if (letter != '\0' && script.directives.arguments.find('-') != std::string::npos) {
    const std::string& arguments = script.directives.arguments;
    holds = arguments.find(letter, arguments.find('-')) != std::string::npos &&
            arguments.find("--") == std::string::npos;
  }
  for (std::size_t i = 0; i < command; ++i) {
    const Command& earlier = script.commands[i];
    const std::string program = program_of(earlier);
    if (program == "set") {
      read_set(earlier, letter, name, holds);
    } else if (program == "shopt" &&
               std::ranges::find(earlier.words, name) != earlier.words.end()) {
      holds = std::ranges::find(earlier.words, "-u") == earlier.words.end();
    }
  }
  return holds;
}

}  // namespace gpualert::check
