#pragma once

#include <gpualert/config.hpp>
#include <gpualert/run_record.hpp>
#include <gpualert/verdict.hpp>

#include <chrono>

namespace gpualert::cli {

// Whether a report of this run goes out; with Notify::change, whether it does if the outcome is a
// change (outcomes.hpp). Never of a run inside another. A run shorter than min_duration is not
// reported, unless it is a failure under a scheduler: nobody sat there and saw it.
bool should_notify(const RunRecord& record, const Verdict& verdict, const Config& config);

// How long the end of a run may wait for delivery: what was set, else 10 s under a scheduler, which
// kills a deliverer that is left behind, and no time elsewhere.
std::chrono::milliseconds notify_wait(const RunRecord& record, const Config& config);

}  // namespace gpualert::cli
