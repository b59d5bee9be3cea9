#pragma once

#include "report/document.hpp"

#include <gpualert/run_record.hpp>
#include <gpualert/verdict.hpp>

#include <cstdint>
#include <string>

namespace gpualert::report {

struct ExcerptLimits {
  std::uint64_t head_lines = 8, head_bytes = 4096;
  std::uint64_t tail_lines = 60, tail_bytes = 16384;
  std::uint64_t before = 2, after = 3;  // lines around one that is evidence
  std::uint64_t window_bytes = 16384;   // read at once
  std::size_t windows = 6;
};

// What a report shows of a log.
struct LogExcerpts {
  Excerpt evidence;     // each line that speaks for the cause, with its neighbours
  Excerpt log;          // beginning and end
  std::string problem;  // why nothing could be read; evidence then has the lines alone
};

// Reads parts of the log, bounded however long it is. Lines are numbered where that is known. `fd`:
// the log, where it is open already.
LogExcerpts read_excerpts(const LogState& log, const Verdict& verdict, const ExcerptLimits& limits,
                          int fd = -1);

}  // namespace gpualert::report
