#pragma once

#include <gpualert/scheduler.hpp>

#include <string>

namespace gpualert::cli {

// The file that a job wrote to, as far as it can be told from what the scheduler says of it:
// `pattern` is JobInfo::output or errors, in which some letters may not be expanded. "" for "".
std::string output_file(const JobInfo& job, const std::string& pattern);

}  // namespace gpualert::cli
