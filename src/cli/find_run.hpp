#pragma once

#include <gpualert/result.hpp>
#include <gpualert/run_store.hpp>

#include <string>

namespace gpualert::cli {

// The runs of this user: below the state directories of environment and configuration. Warnings of
// the configuration are said.
Result<RunStore> our_runs();

// The run directory that a RUN argument names.
Result<std::string> find_run(const std::string& run);

}  // namespace gpualert::cli
