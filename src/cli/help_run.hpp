#pragma once

#include <string>

namespace gpualert::cli {

// `gpualert help run`: written from the key table, so that it cannot miss an option.
std::string run_help();

}  // namespace gpualert::cli
