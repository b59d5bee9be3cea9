#pragma once

#include "diagnose/ranking.hpp"
#include "diagnose/status.hpp"

#include <gpualert/classifier.hpp>

#include <optional>
#include <string>
#include <vector>

namespace gpualert {

// Whether the scheduler says that the job failed, whatever its status: TIMEOUT comes with 0:0.
bool is_failed_state(const std::string& job_state);

// The verdict of whoever ended the job from outside: the kernel for want of memory, the scheduler
// for its time limit, a dead node, a person. Empty where nobody did, or where the output names a
// failure that came before and that explains why the job hung until it was ended.
std::optional<Verdict> verdict_from_outside(const std::vector<Candidate>& candidates,
                                            const ProcessEnd& end, const EndStatus& status);

}  // namespace gpualert
