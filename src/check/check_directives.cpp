#include "check/checks.hpp"

#include <algorithm>

namespace gpualert::check {

namespace {

bool has_variable(const std::string& value)
{
  for (std::size_t at = value.find('$'); at != std::string::npos; at = value.find('$', at + 1)) {
    const char next = at + 1 < value.size() ? value[at + 1] : ' ';
    if (next == '{' || next == '(' || next == '_' || (next >= 'A' && next <= 'Z') ||
        (next >= 'a' && next <= 'z')) {
      return true;
    }
  }
  return value.find('`') != std::string::npos;
}

bool is_path_option(const std::string& option)
{
  return option == "output" || option == "error" || option == "chdir" || option == "input";
}

void check_values(const Directives& directives, Findings& found)
{
  for (const Directive& directive : directives.options) {
    if (has_variable(directive.value)) {
      found.push_back({directive.line, "variable-in-directive",
                       "sbatch takes --" + directive.option + "=" + directive.value +
                           " as it stands: no variable is expanded in a #SBATCH line",
                       "write the value out, use sbatch's own %u, %x, %j, or give the option on "
                       "sbatch's command line"});
    } else if (is_path_option(directive.option) && directive.value.starts_with('~')) {
      found.push_back({directive.line, "variable-in-directive",
                       "sbatch makes no home directory of \"~\" in --" + directive.option + "=" +
                           directive.value,
                       "write the path out; a relative one begins where sbatch was called"});
    }
  }
}

void check_late(const Script& script, Findings& found)
{
  for (const Token& token : script.tokens) {
    if (token.kind == Token::Kind::comment && script.directives.end > 0 &&
        token.line > script.directives.end && is_directive(token.text)) {
      found.push_back({token.line, "late-directive",
                       "sbatch does not read this line: it stops at the first command (line " +
                           std::to_string(script.directives.end) + ")",
                       "move it above that line"});
    }
  }
}

// "USR1" of "B:USR1@60"; "R" only concerns reservations.
std::string signal_of(const std::string& value)
{
  const std::size_t colon = value.find(':');
  std::string name = value.substr(colon == std::string::npos ? 0 : colon + 1);
  name = name.substr(0, name.find('@'));
  return name.starts_with("SIG") ? name.substr(3) : name;
}

// By trap, or by a function of the site that is given its name.
bool is_trapped(const Script& script, const std::string& signal)
{
  return std::ranges::any_of(script.commands, [&](const Command& command) {
    return std::ranges::find(command.words, signal) != command.words.end() ||
           std::ranges::find(command.words, "SIG" + signal) != command.words.end();
  });
}

bool asks_gpualert(const Script& script)
{
  return std::ranges::any_of(script.runs, [&](const RunCall& run) {
    return std::ranges::any_of(script.commands[run.command].words, [](const std::string& word) {
      return word.starts_with("--signal-before") || word.starts_with("--warn-before");
    });
  });
}

bool starts_steps(const Script& script)
{
  return std::ranges::any_of(script.commands, [](const Command& command) {
    return std::ranges::any_of(command.words,
                               [](const std::string& word) { return base_name(word) == "srun"; });
  });
}

void check_signal(const Script& script, Findings& found)
{
  const Directive* signal = script.directives.last("signal");
  const Directive* limit = script.directives.last("time");
  if (script.runs.empty()) {
    return;
  }
  const RunCall& run = script.runs.front();
  if (signal == nullptr) {
    if (limit != nullptr && !asks_gpualert(script)) {
      found.push_back(
          {limit->line, "no-signal",
           "at its time limit the job is told a few seconds before it is killed: too "
           "late for a checkpoint",
           std::string("add #SBATCH --signal=") + (run.srun ? "" : "B:") +
               "TERM@120 (a signal that the job answers with a checkpoint), or gpualert "
               "run --signal-before"});
    }
    return;
  }
  const bool to_shell = signal->value.find("B:") != std::string::npos;
  const std::string name = signal_of(signal->value);
  if (!to_shell && run.exec && !run.srun && !starts_steps(script)) {
    found.push_back({signal->line, "signal-misses",
                     "--signal=" + signal->value +
                         " goes to the tasks of srun only, and there is "
                         "no srun: nobody gets it",
                     "write --signal=B:" + signal->value});
  } else if (to_shell && !run.exec && !is_trapped(script, name)) {
    found.push_back({signal->line, "signal-misses",
                     "--signal=" + signal->value + " goes to the batch shell alone, and kills it",
                     run.srun ? "leave out \"B:\": srun's tasks then get it"
                              : "write exec gpualert run ..., which passes it on"});
  }
}

}  // namespace

void check_directives(const Script& script, Findings& found)
{
  check_values(script.directives, found);
  check_late(script, found);
  check_signal(script, found);
}

}  // namespace gpualert::check
