#include <gpualert/scheduler.hpp>

#include <algorithm>
#include <array>

namespace gpualert {

namespace {

// "CANCELLED by 1000" and "CANCELLED+" (cut to sacct's column) are CANCELLED.
std::string_view word_of(std::string_view state)
{
  return state.substr(0, state.find_first_of(" +,"));
}

constexpr std::array<std::string_view, 9> kFailures{
    "BOOT_FAIL",     "DEADLINE",  "FAILED",        "LAUNCH_FAILED", "NODE_FAIL",
    "OUT_OF_MEMORY", "PREEMPTED", "RECONFIG_FAIL", "TIMEOUT"};

}  // namespace

bool is_failure(std::string_view state) noexcept
{
  return std::ranges::find(kFailures, word_of(state)) != kFailures.end();
}

bool is_final(std::string_view state) noexcept
{
  const std::string_view word = word_of(state);
  return word == "COMPLETED" || word == "CANCELLED" || word == "REVOKED" || is_failure(state);
}

}  // namespace gpualert
