#pragma once

#include <gpualert/result.hpp>

#include <chrono>
#include <string>
#include <vector>

namespace gpualert::mailprog {

// What argv[0] (a path) prints on standard output, at most 64 KiB. An Error when it cannot be run,
// does not end in time (it is killed then) or does not exit with 0.
Result<std::string> output_of(const std::vector<std::string>& argv, std::chrono::seconds limit);

}  // namespace gpualert::mailprog
