#pragma once

#include <gpualert/run_record.hpp>

#include <cstdint>

namespace gpualert::cli {

// What all processes of the job hold in memory together, looked at while it runs: one second after
// its start, then less and less often, down to every ten seconds. A look takes a thousandth of one
// core at most: with many threads it comes less often still.
class PeakMemory {
public:
  // Keeps the most that was seen in `record`.tree_rss_kib. Returns when to look next (monotonic).
  std::int64_t look(RunRecord& record, std::int64_t now_ns);

private:
  std::int64_t due_ns_ = 0;
  std::int64_t interval_ns_ = 0;
};

}  // namespace gpualert::cli
