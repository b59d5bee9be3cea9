#include "check/flow.hpp"

#include <algorithm>
#include <array>

namespace gpualert::check {

namespace {

// Programs whose failure is the job's.
bool does_work(const std::string& program)
{
  static constexpr std::array<std::string_view, 14> kWorkers{
      "srun",  "mpirun",  "mpiexec", "torchrun",  "accelerate",  "deepspeed", "horovodrun",
      "julia", "Rscript", "matlab",  "apptainer", "singularity", "conda",     "composer"};
  return program.starts_with("python") || program.starts_with("$PYTHON") ||
         std::ranges::find(kWorkers, program) != kWorkers.end();
}

}  // namespace

void check_pipes(const Script& script, Findings& found)
{
  constexpr std::size_t kMost = 500;  // each costs a look at all commands
  std::size_t looked_at = 0;
  for (std::size_t i = 0; i < script.commands.size() && looked_at < kMost; ++i) {
    const Command& command = script.commands[i];
    if (command.after != "|" || command.before == "|") {
      continue;
    }
    const std::size_t end = pipeline_end(script, i);
    const bool run = find_run(command) != std::string::npos;
    const bool tee = program_of(script.commands[end]) == "tee";
    if (!run && !(tee && does_work(program_of(command)))) {
      continue;
    }
    ++looked_at;
    if (option_holds(script, i, '\0', "pipefail") || mentioned_after(script, end, "PIPESTATUS") ||
        mentioned_after(script, end, "pipestatus")) {
      continue;
    }
    found.push_back(
        {command.line, "pipe-status",
         "the pipe's status is that of " + program_of(script.commands[end]) +
             ": a failure of what stands before it is lost",
         run ? "leave out the pipe (gpualert keeps the log), or write set -o pipefail above it"
             : "write set -o pipefail above it"});
  }
}

}  // namespace gpualert::check
