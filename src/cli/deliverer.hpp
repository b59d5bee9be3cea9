#pragma once

#include <gpualert/result.hpp>

#include <chrono>
#include <string>
#include <vector>

#include <sys/types.h>

namespace gpualert::cli {

// Where gpualert-deliver is: in $GPUALERT_LIBEXEC_DIR, in libexec beside the installed program, or
// in the build tree. The Error names the places.
Result<std::string> find_deliverer();

// Our environment, password included, without what a conda environment does to the loader: its
// libcurl or libssl must not decide whether mail goes out. `config_setting`: of --config, "" = as
// the environment says; the entries point into it.
std::vector<char*> deliverer_environment(std::string& config_setting);

struct DelivererOptions {
  std::string state_dir;
  std::string config_file;  // of --config; "" = as the environment says
  std::chrono::seconds deadline{120};
  bool all = false;  // also what is to be tried later
};

// Starts it in a session of its own, with the default signals, the working directory /, /dev/null
// for 0–2 and no other descriptor of ours. Gives its pid.
Result<pid_t> start_deliverer(const std::string& program, const DelivererOptions& options);

// Waits for its end, at most `limit`. It lives on when the time is over.
void wait_for_deliverer(pid_t pid, std::chrono::milliseconds limit) noexcept;

}  // namespace gpualert::cli
