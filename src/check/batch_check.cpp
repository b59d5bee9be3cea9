#include <gpualert/batch_check.hpp>

#include "base/text.hpp"
#include "check/checks.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace gpualert {

namespace {

using namespace check;

bool is_shell(const std::string& interpreter, const std::string& arguments)
{
  constexpr std::array<std::string_view, 5> kShells{"sh", "bash", "dash", "ksh", "zsh"};
  std::string_view name = base_name(interpreter);
  std::string_view rest = arguments;
  if (name == "env") {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    name = base_name(rest.substr(0, rest.find_first_of(" \t\r")));
  }
  return std::ranges::find(kShells, name) != kShells.end();
}

// No script has more; each costs a look at all the others.
constexpr std::size_t kMostRuns = 500;

std::vector<RunCall> runs_of(const std::vector<Command>& commands)
{
  std::vector<RunCall> runs;
  for (std::size_t i = 0; i < commands.size() && runs.size() < kMostRuns; ++i) {
    const Command& command = commands[i];
    const std::size_t at = find_run(command);
    if (at == std::string::npos) {
      continue;
    }
    RunCall run;
    run.command = i;
    const bool piped = command.after == "|" || command.before == "|";  // then exec is a subshell's
    for (std::size_t word = 0; word < at; ++word) {
      run.exec = run.exec || (command.words[word] == "exec" && !piped && command.after != "&");
      run.srun = run.srun || base_name(command.words[word]) == "srun";
    }
    run.background = command.after == "&";
    runs.push_back(run);
  }
  return runs;
}

// The command that gpualert could stand in front of: the last that is more than a word of the
// shell.
const Command* last_work(const std::vector<Command>& commands)
{
  constexpr std::array<std::string_view, 16> kSmall{
      "echo",   "exit", "set", "cd", "module", "export", "wait", "date",
      "printf", "rm",   "cp",  "mv", "mkdir",  "source", ".",    "ls"};
  const Command* found = nullptr;
  for (const Command& command : commands) {
    const std::string program = program_of(command);
    if (!program.empty() && std::ranges::find(kSmall, program) == kSmall.end()) {
      found = &command;
    }
  }
  return found;
}

void check_interpreter(const Script& script, Findings& found)
{
  if (script.directives.interpreter.empty()) {
    found.push_back({1, "no-interpreter", "sbatch refuses a script without an interpreter",
                     "begin it with #!/bin/bash"});
  }
}

void check_use(const Script& script, Findings& found)
{
  const Command* work = last_work(script.commands);
  if (!script.mentions_gpualert && work != nullptr) {
    found.push_back({work->line, "no-gpualert", "gpualert runs nothing in this script",
                     "write exec gpualert run ... for the command that counts", true});
  }
}

}  // namespace

std::vector<BatchFinding> check_batch_script(std::string_view text)
{
  Script script;
  script.directives = read_directives(text);
  Findings found;
  check_interpreter(script, found);
  const std::string& interpreter = script.directives.interpreter;
  if (interpreter.empty() || is_shell(interpreter, script.directives.arguments)) {
    script.tokens = shell_tokens(text);
    script.commands = shell_commands(script.tokens);
    script.runs = runs_of(script.commands);
    script.mentions_gpualert = std::ranges::any_of(script.tokens, [](const Token& token) {
      return token.kind == Token::Kind::word && (token.text.find("gpualert") != std::string::npos ||
                                                 token.text.find("GPUALERT") != std::string::npos);
    });
    check_runs(script, found);
    check_pipes(script, found);
    check_traps(script, found);
    check_use(script, found);
  }
  check_directives(script, found);
  check_mail(script, found);
  check_output(script, found);
  std::ranges::stable_sort(found, {}, &BatchFinding::line);
  return found;
}

std::string to_json(const std::vector<CheckedScript>& scripts)
{
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const CheckedScript& script : scripts) {
    for (const BatchFinding& finding : script.findings) {
      list.push_back({{"file", to_utf8(script.file)},
                      {"line", finding.line},
                      {"id", finding.id},
                      {"level", finding.note ? "note" : "warning"},
                      {"text", to_utf8(finding.text)},
                      {"advice", to_utf8(finding.advice)}});
    }
  }
  return list.dump(2);
}

}  // namespace gpualert
