#pragma once

#include "deliver/deadline.hpp"

#include <gpualert/result.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace gpualert::deliver {

struct Finished {
  int exit_code = 0;  // 128 + signal when killed by one
  bool timed_out = false;
  std::string output, errors;  // the first 64 KiB of each
};

// Runs argv[0] (an absolute path) with `input` on its stdin. When the deadline comes first, its
// whole process group is killed. What it left running is not waited for.
Result<Finished> run_process(const std::vector<std::string>& argv, std::string_view input,
                             const Deadline& deadline);

}  // namespace gpualert::deliver
