#pragma once

#include <gpualert/result.hpp>

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace gpualert::scheduler {

struct ChildOutput {
  int status = 0;      // 128 + signal when killed by one
  std::string output;  // of standard output
  std::string errors;  // the first 4 KiB of standard error
};

// Runs argv[0], found in PATH, to its end, in our environment and with times as epoch seconds. It
// is killed with its process group after `time`, or when it prints more than `limit` bytes; both
// are Errors.
Result<ChildOutput> run_child(const std::vector<std::string>& argv, std::chrono::milliseconds time,
                              std::size_t limit);

}  // namespace gpualert::scheduler
