#pragma once

#include <chrono>
#include <string>

namespace gpualert::cli {

// Starts `gpualert sweep --quiet` beside us, to look at the open runs below `runs_dir`; at most
// once in ten minutes for all runs there, since most open runs are alive. Waits for nothing.
void start_sweep(const std::string& runs_dir, const std::string& state_dir,
                 const std::string& config_file);

// Starts gpualert-deliver so that it begins after `wait`: for what is held back, and as long as a
// scheduler lets it live.
void start_deliverer_after(std::chrono::seconds wait, const std::string& state_dir,
                           const std::string& config_file);

}  // namespace gpualert::cli
