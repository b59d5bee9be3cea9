#pragma once

#include <gpualert/run_record.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace gpualert::report {

// The end of a run's part of its log, fit to be shown.
struct LogTail {
  std::vector<std::string> lines;
  std::uint64_t bytes_before = 0;  // of this run, not read or not shown
  std::string problem;             // why nothing could be read; "" when it could
};

// Reads at most `bytes` from the end and keeps at most `lines` of it. Never follows a link, never
// waits on a FIFO or a terminal.
LogTail read_log_tail(const LogState& log, std::uint64_t bytes, std::uint64_t lines);

}  // namespace gpualert::report
