#pragma once

#include <gpualert/result.hpp>

#include <string>
#include <vector>

namespace gpualert::cli {

struct Called {
  int exit_code = 0;       // 128 + signal when killed by one
  bool timed_out = false;  // its own watchdog ended it
  std::string output;      // on standard output, where that was asked for
};

enum class Output { shown, captured };

// Runs gpualert-deliver with these arguments to its end, in our session. `config_file`: of
// --config,
// "" = as the environment says.
Result<Called> call_deliverer(const std::vector<std::string>& arguments,
                              const std::string& config_file, Output output);

}  // namespace gpualert::cli
