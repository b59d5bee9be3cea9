#pragma once

#include <gpualert/artifacts.hpp>

#include <optional>
#include <string>

namespace gpualert {

struct LogPart {
  std::string path;
  std::uint64_t offset = 0, size = 0;
  int fd = -1;  // the log, where it is open already; else `path` is opened
};

struct PackLimits {
  std::uint64_t bytes = 0;  // of the result
  std::chrono::steady_clock::time_point until;
};

// The whole log through `gate`, gzip'd, in a few MiB of memory whatever its size. Nothing when it
// cannot be read, does not fit, or would take longer: that is foreseen after its first 4 MiB.
// `masked` counts only what is in a result.
std::optional<std::string> pack_log(const LogPart& log, const PackLimits& limits,
                                    const TextGate& gate, std::size_t& masked);

}  // namespace gpualert
