#pragma once

#include <span>
#include <string_view>

namespace gpualert::eval {

// A job that fails, or not, as jobs with this cause do.
struct SampleJob {
  std::string_view cause;
  int exit_code = 0;  // negative: it dies of this signal
  std::string_view output;
};

// One for each cause.
std::span<const SampleJob> sample_jobs();

}  // namespace gpualert::eval
