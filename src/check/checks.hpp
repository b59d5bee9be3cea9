#pragma once

#include "check/directives.hpp"
#include "check/shell_commands.hpp"

#include <gpualert/batch_check.hpp>

#include <string>
#include <vector>

namespace gpualert::check {

// How `gpualert run` stands in a command.
struct RunCall {
  std::size_t command = 0;  // index into Script::commands
  bool exec = false;        // exec gpualert run …
  bool srun = false;        // srun … gpualert run …
  bool background = false;
};

// All that the checks look at.
struct Script {
  Directives directives;
  std::vector<Token> tokens;
  std::vector<Command> commands;
  std::vector<RunCall> runs;
  bool mentions_gpualert = false;  // also inside quotes, or in a variable's name
};

using Findings = std::vector<BatchFinding>;

void check_output(const Script& script, Findings& found);      // -o, -e, --open-mode, --requeue
void check_mail(const Script& script, Findings& found);        // --mail-type, --mail-user
void check_directives(const Script& script, Findings& found);  // late ones, variables, --signal
void check_runs(const Script& script, Findings& found);        // exec, srun, &, what comes after
void check_pipes(const Script& script, Findings& found);       // | tee
void check_traps(const Script& script, Findings& found);

// Index of the word "gpualert" of `gpualert run` in a command; npos when it is none.
std::size_t find_run(const Command& command);

// The words without assignments in front, and without what only starts another command (exec,
// srun and its options, time, nice, env).
std::string program_of(const Command& command);

// Whether `set -e` (or `set -o pipefail`) holds where a command stands.
bool option_holds(const Script& script, std::size_t command, char letter, std::string_view name);

// The last part of a path.
std::string_view base_name(std::string_view path);

// What is wrong with an address, in words; "" when nothing is.
std::string address_fault(const std::string& address);

}  // namespace gpualert::check
