#include "check/checks.hpp"

#include <algorithm>

namespace gpualert::check {

namespace {

// Whether the pattern has one of `letters` behind its "%", with or without a width.
bool has_letter(const std::string& pattern, std::string_view letters)
{
  for (std::size_t at = pattern.find('%'); at != std::string::npos;
       at = pattern.find('%', at + 1)) {
    std::size_t letter = at + 1;
    if (letter < pattern.size() && pattern[letter] == '%') {
      at = letter;
      continue;
    }
    while (letter < pattern.size() && pattern[letter] >= '0' && pattern[letter] <= '9') {
      ++letter;
    }
    if (letter < pattern.size() && letters.find(pattern[letter]) != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

void check_pattern(const Directive& directive, bool array, bool appends, bool has_runs,
                   Findings& found)
{
  const std::string& pattern = directive.value;
  const std::string option = "--" + directive.option;
  if (pattern == "/dev/null") {
    if (!has_runs) {
      found.push_back({directive.line, "output-pattern",
                       option + "=/dev/null throws away what the job says of its failure",
                       "write it to a file of its own: " + option + "=%x-%j.out"});
    }
    return;
  }
  if (pattern.find('\\') != std::string::npos || pattern.find('$') != std::string::npos) {
    return;  // no letter counts; a variable is another finding
  }
  if (array && !has_letter(pattern, "ajJ")) {
    found.push_back({directive.line, "output-pattern",
                     "all tasks of the array write to one file, " + pattern,
                     "name it by job and task: " + option + "=%x-%A_%a.out"});
  } else if (!array && !appends && !has_letter(pattern, "jJA")) {
    found.push_back({directive.line, "output-pattern",
                     "the next job overwrites " + pattern + ", the output of this one",
                     "name it by job: " + option + "=%x-%j.out"});
  }
}

bool truncates(const Redirection& redirection)
{
  const std::string& op = redirection.op;
  return (op.ends_with('>') || op.ends_with(">|")) && !op.ends_with(">>") &&
         redirection.target != "/dev/null" &&
         redirection.target.find("SLURM_RESTART_COUNT") == std::string::npos;
}

}  // namespace

void check_output(const Script& script, Findings& found)
{
  const Directives& directives = script.directives;
  const Directive* mode = directives.last("open-mode");
  const bool appends = mode != nullptr && mode->value.starts_with("a");
  const bool array = directives.last("array") != nullptr;
  for (const char* option : {"output", "error"}) {
    if (const Directive* directive = directives.last(option); directive != nullptr) {
      check_pattern(*directive, array, appends, !script.runs.empty(), found);
    }
  }
  const Directive* requeue = directives.last("requeue");
  if (requeue == nullptr) {
    return;
  }
  if (!appends) {
    found.push_back(
        {requeue->line, "requeue-truncates",
         "after a requeue the output file begins empty: what the first try said is lost",
         "add #SBATCH --open-mode=append"});
  }
  for (const RunCall& run : script.runs) {
    const Command& command = script.commands[run.command];
    for (const Redirection& redirection : command.redirections) {
      if (truncates(redirection)) {
        found.push_back({command.line, "requeue-truncates",
                         "after a requeue \"" + redirection.op + " " + redirection.target +
                             "\" begins empty: what the first try said is lost",
                         "leave it out (gpualert keeps a log for each try), or write >>"});
      }
    }
  }
}

}  // namespace gpualert::check
