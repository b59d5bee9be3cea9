#pragma once

#include <gpualert/config.hpp>

#include <string>
#include <vector>

namespace gpualert::cli {

// All that is wrong in files and environment, by place: the warnings of load_config, addresses that
// are none, and a web hook's address that others can read. "PATH:LINE:COLUMN: what".
std::vector<std::string> config_problems(const LoadedConfig& loaded);

}  // namespace gpualert::cli
