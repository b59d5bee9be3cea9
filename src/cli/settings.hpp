#pragma once

#include "cli/run_line.hpp"

#include <gpualert/config.hpp>

#include <string>

namespace gpualert::cli {

// The settings of a run, addresses checked as well. An Error is a usage error; anything that goes
// wrong otherwise is a warning in the result.
Result<LoadedConfig> settings_of(const RunLine& line, const Environment& environment);

// --config, absolute; "" when it was not given.
std::string config_file(const RunLine& line);

}  // namespace gpualert::cli
