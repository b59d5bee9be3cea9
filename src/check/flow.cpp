#include "check/flow.hpp"

#include <algorithm>

namespace gpualert::check {

namespace {

int innermost_function(const Command& command)
{
  int function = 0;
  for (const Enclosing& enclosing : command.around) {
    function = enclosing.function ? enclosing.compound : function;
  }
  return function;
}

// Whether they lie in different branches of one compound.
bool excludes(const Command& one, const Command& other)
{
  for (const Enclosing& mine : one.around) {
    for (const Enclosing& theirs : other.around) {
      if (mine.compound == theirs.compound && mine.branch != theirs.branch) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

std::size_t pipeline_end(const Script& script, std::size_t command)
{
  while (script.commands[command].after == "|" && command + 1 < script.commands.size()) {
    ++command;
  }
  return command;
}

std::size_t next_command(const Script& script, std::size_t command)
{
  const Command& from = script.commands[command];
  const int function = innermost_function(from);
  for (std::size_t i = command + 1; i < script.commands.size(); ++i) {
    const Command& candidate = script.commands[i];
    if (innermost_function(candidate) == function && !excludes(from, candidate)) {
      return i;
    }
  }
  return kNone;
}

bool mentioned_after(const Script& script, std::size_t command, std::string_view text)
{
  for (std::size_t i = command + 1; i < script.commands.size(); ++i) {
    if (std::ranges::any_of(script.commands[i].words, [&](const std::string& word) {
          return word.find(text) != std::string::npos;
        })) {
      return true;
    }
  }
  return false;
}

std::string place_of(const Command& command)
{
  constexpr std::size_t kLongest = 60;
  std::string text;
  for (const std::string& word : command.words) {
    text += (text.empty() ? "" : " ") + word;
  }
  std::ranges::replace(text, '\n', ' ');
  if (text.size() > kLongest) {
    text = text.substr(0, kLongest) + "...";
  }
  return "line " + std::to_string(command.line) + ", " + text;
}

}  // namespace gpualert::check
