#pragma once

#include "diagnose/ranking.hpp"

#include <gpualert/classifier.hpp>

#include <string>
#include <vector>

namespace gpualert {

// The decision in sentences: what was read, how the job ended, what was weighed and why it won or
// lost. `winner` is null where the status alone decided.
std::vector<std::string> decision_steps(const Verdict& verdict, const Findings& findings,
                                        const ProcessEnd& end, const EndStatus& status,
                                        const std::vector<Candidate>& candidates,
                                        const Candidate* winner);

}  // namespace gpualert
