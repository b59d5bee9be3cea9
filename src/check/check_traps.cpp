#include "check/checks.hpp"

#include <algorithm>

namespace gpualert::check {

namespace {

struct Trap {
  std::size_t command = 0;
  std::string action;
  std::vector<std::string> signals;  // without SIG; "EXIT" for 0
};

std::string signal_word(const std::string& word)
{
  if (word == "15") {
    return "TERM";
  }
  if (word == "0") {
    return "EXIT";
  }
  return word.starts_with("SIG") ? word.substr(3) : word;
}

std::vector<Trap> traps_of(const Script& script)
{
  std::vector<Trap> traps;
  constexpr std::size_t kMost = 500;
  for (std::size_t i = 0; i < script.commands.size() && traps.size() < kMost; ++i) {
    const Command& command = script.commands[i];
    if (command.words.size() < 3 || command.words.front() != "trap" || command.in_function) {
      continue;
    }
    std::size_t at = command.words[1] == "--" ? 2 : 1;
    if (command.words[at] == "-" || command.words[at] == "-p" || command.words[at] == "-l") {
      continue;
    }
    Trap trap{i, command.words[at], {}};
    for (++at; at < command.words.size(); ++at) {
      trap.signals.push_back(signal_word(command.words[at]));
    }
    traps.push_back(std::move(trap));
  }
  return traps;
}

bool concerns(const Trap& trap, std::string_view signal)
{
  return std::ranges::find(trap.signals, signal) != trap.signals.end();
}

bool ends_well(const std::string& action)
{
  const std::size_t at = action.find("exit 0");
  return at != std::string::npos && (at + 6 == action.size() || action[at + 6] == ';' ||
                                     action[at + 6] == ' ' || action[at + 6] == '\n');
}

void check_trap(const Script& script, const Trap& trap, Findings& found)
{
  const std::size_t line = script.commands[trap.command].line;
  if (trap.action.empty() && concerns(trap, "TERM")) {
    found.push_back({line, "trap-swallows",
                     "an ignored SIGTERM is ignored by all that is started after it: the job never "
                     "hears of its end",
                     "leave it out: gpualert passes the signal on"});
    return;
  }
  if (ends_well(trap.action) && (concerns(trap, "TERM") || concerns(trap, "EXIT"))) {
    found.push_back(
        {line, "trap-swallows",
         "exit 0 in a trap makes a success of a job that was killed or failed",
         concerns(trap, "EXIT") ? "leave out the exit: the status then stays" : "write exit 143"});
  }
  const auto later = std::ranges::find_if(
      script.runs, [&](const RunCall& run) { return run.command > trap.command; });
  if (later == script.runs.end() || trap.action.empty()) {
    return;
  }
  if (later->exec) {
    found.push_back({line, "trap-lost",
                     "exec (line " + std::to_string(script.commands[later->command].line) +
                         ") ends the shell, and with it this trap",
                     "leave out the trap, or write srun gpualert run ... instead of exec"});
  } else if (concerns(trap, "TERM") && !later->background && !later->srun) {
    found.push_back({line, "trap-swallows",
                     "bash runs a trap only after the command in front ended: gpualert and the job "
                     "get no signal, and are killed",
                     "leave out the trap and write exec gpualert run ..., or gpualert run ... & "
                     "pid=$!; wait $pid"});
  }
}

}  // namespace

void check_traps(const Script& script, Findings& found)
{
  for (const Trap& trap : traps_of(script)) {
    check_trap(script, trap, found);
  }
}

}  // namespace gpualert::check
