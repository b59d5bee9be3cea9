#include "check/flow.hpp"

#include <algorithm>

namespace gpualert::check {

namespace {

constexpr const char* kKeep =
    "write status=$? right after it and exit $status at the end, or set -e above it";
constexpr const char* kKeepOfPipe =
    "write status=${PIPESTATUS[0]} right after it and exit $status at the end";

bool has_word(const Command& command, std::string_view part)
{
  return std::ranges::any_of(
      command.words, [&](const std::string& word) { return word.find(part) != std::string::npos; });
}

bool traps_term(const Script& script)
{
  return std::ranges::any_of(script.commands, [](const Command& command) {
    return program_of(command) == "trap" && (has_word(command, "TERM") || has_word(command, "15"));
  });
}

// Its status is looked at: `status=$?`, `exit $?`, `[ $? -ne 0 ]`, `case $? in`, a bare exit.
bool looks_at_status(const Script& script, std::size_t index)
{
  const Command& command = script.commands[index];
  const std::string program = program_of(command);
  if (!has_word(command, "$?") && !has_word(command, "PIPESTATUS") &&
      !has_word(command, "pipestatus")) {
    return (program == "exit" || program == "return") && command.words.size() == 1;
  }
  const std::string& first = command.words.front();
  const std::size_t equals = first.find("=$");
  if (program.empty() && equals != std::string::npos) {
    const std::string name = first.substr(0, equals);
    return mentioned_after(script, index, "$" + name) ||
           mentioned_after(script, index, "${" + name);
  }
  return true;
}

// What stands behind `||`, a group included, ends the script with a failure or keeps the status.
bool keeps_failure(const Script& script, std::size_t index)
{
  const std::size_t depth = script.commands[index - 1].around.size();
  for (std::size_t i = index; i < script.commands.size(); ++i) {
    const Command& command = script.commands[i];
    const std::string program = program_of(command);
    const bool ends = program == "exit" || program == "return" || program == "break" ||
                      program == "false" || program == "kill" || program == "scancel";
    if ((ends && !has_word(command, "0")) || (program.empty() && !command.words.empty())) {
      return true;  // an assignment: failed=1
    }
    if (command.around.size() <= depth && command.after != "&&" && command.after != "|") {
      break;
    }
  }
  return false;
}

void check_or(const Script& script, const RunCall& run, std::size_t index, Findings& found)
{
  const Command& command = script.commands[run.command];
  if (index >= script.commands.size() || keeps_failure(script, index)) {
    return;
  }
  found.push_back({command.line, "errors-ignored",
                   "behind || stands nothing that fails (" + place_of(script.commands[index]) +
                       "): a failed run looks like a good one",
                   "write || status=$? and exit $status at the end"});
}

// What the script's status is after the run.
void check_status(const Script& script, const RunCall& run, Findings& found)
{
  const Command& command = script.commands[run.command];
  std::size_t last = pipeline_end(script, run.command);
  while (script.commands[last].after == "&&" && last + 1 < script.commands.size()) {
    last = pipeline_end(script, last + 1);
  }
  if (command.in_condition || command.negated || last != pipeline_end(script, last)) {
    return;
  }
  if (script.commands[last].after == "||") {
    check_or(script, run, last + 1, found);
    return;
  }
  if (option_holds(script, run.command, 'e', "errexit")) {
    return;  // the script ends here; where a pipe hides the failure, check_pipes says it
  }
  const bool piped = command.after == "|" && !option_holds(script, run.command, '\0', "pipefail");
  const char* const keep = piped ? kKeepOfPipe : kKeep;
  const std::size_t next = next_command(script, last);
  if (next == kNone) {
    if (command.in_loop && !command.in_function) {
      found.push_back({command.line, "status-replaced",
                       "in this loop only the last run decides the status of the job", keep});
    }
    return;
  }
  if (!looks_at_status(script, next)) {
    found.push_back({command.line, "status-replaced",
                     "what comes after it decides the status of the job (" +
                         place_of(script.commands[next]) + "): a failed run looks like a good one",
                     keep});
  }
}

void check_background(const Script& script, const RunCall& run, Findings& found)
{
  const Command& command = script.commands[run.command];
  bool waits = false;
  bool by_id = false;
  for (std::size_t i = run.command + 1; i < script.commands.size(); ++i) {
    if (program_of(script.commands[i]) == "wait") {
      waits = true;
      by_id = by_id || script.commands[i].words.size() > 1;
    }
  }
  if (!waits) {
    found.push_back({command.line, "no-wait",
                     "nothing waits for it: the job ends at once, and the run is killed with it",
                     "leave out the &, or write pid=$! and wait $pid"});
  } else if (!by_id) {
    found.push_back({command.line, "status-replaced",
                     "wait without a process id is always 0: a failed run looks like a good one",
                     "write pid=$! after each &, and wait $pid for each"});
  }
  if (waits && !run.srun && !traps_term(script)) {
    found.push_back({command.line, "plain-run",
                     "scancel and the time limit kill the shell, and everything with it, before "
                     "gpualert gets a signal",
                     "write trap 'kill -TERM $pid' TERM before wait $pid, or srun gpualert run"});
  }
}

void check_exec(const Script& script, const RunCall& run, Findings& found)
{
  const Command& command = script.commands[run.command];
  const std::size_t next = next_command(script, run.command);
  const bool always = command.around.empty() && command.before.empty() && command.after == ";";
  if (always && next != kNone) {
    found.push_back({script.commands[next].line, "never-reached",
                     "nothing behind exec is reached (line " + std::to_string(command.line) + ")",
                     "leave out exec and write srun gpualert run ... there, or move this up"});
  }
}

}  // namespace

void check_runs(const Script& script, Findings& found)
{
  for (const RunCall& run : script.runs) {
    const Command& command = script.commands[run.command];
    if (run.exec) {
      check_exec(script, run, found);
    } else if (run.background) {
      check_background(script, run, found);
    } else {
      check_status(script, run, found);
      if (!run.srun) {
        const bool last = next_command(script, run.command) == kNone && command.around.empty() &&
                          command.before.empty();
        found.push_back({command.line, "plain-run",
                         "scancel and the time limit kill the shell, and everything with it, "
                         "before gpualert gets a signal: no checkpoint, no report in time",
                         last ? "write exec gpualert run ..." : "write srun gpualert run ..."});
      }
    }
  }
}

}  // namespace gpualert::check
