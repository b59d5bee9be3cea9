#pragma once

#include "cli/cli11.hpp"
#include "cli/cmd_sweep.hpp"
#include "cli/commands.hpp"

#include <optional>

namespace gpualert::cli {

// The commands around a scheduler's jobs: check, slurm, sweep.
struct JobCommands {
  CheckOptions check;
  CLI::App* check_app = nullptr;
  SlurmOptions slurm;
  CLI::App* slurm_app = nullptr;
  SweepOptions sweep;
  CLI::App* sweep_app = nullptr;
};

void add_job_commands(CLI::App& app, JobCommands& commands);

// The exit status of the one that was chosen; nothing when none was.
std::optional<int> run_job_command(const JobCommands& commands);

}  // namespace gpualert::cli
