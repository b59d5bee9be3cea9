#pragma once

#include <gpualert/run_record.hpp>

#include <cstdint>

namespace gpualert::report {

// When the last stretch of output began to arrive, by the monotonic clock: the last record of the
// index in the run directory (one for each 100 ms). 0: not known.
std::int64_t last_output_ns(const RunRecord& record);

}  // namespace gpualert::report
