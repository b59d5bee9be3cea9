#pragma once

#include "diagnose/ranking.hpp"

#include <gpualert/classifier.hpp>

#include <string_view>
#include <vector>

namespace gpualert {

// What the catalogue says of a cause. `exception`: the name of the one that was printed with it,
// for causes without a class of their own.
Verdict verdict_of(std::string_view cause, std::string_view exception, double confidence);

// Whether the cause is judged by the values of losses.
bool is_numeric(std::string_view cause);

// The exception that the job printed with this finding: on its line, with the same cause elsewhere,
// or at the end of a later traceback. Not one that only reports another process's failure.
std::string_view exception_with(const Finding& finding, const Findings& findings);

// 0–1: by kind and place of the line that was chosen, less where the status is not known or another
// root stands beside it.
double confidence_of(const Candidate& best, const std::vector<Candidate>& candidates,
                     const EndStatus& status);

// Adds a line once; the first six.
void add_evidence(Verdict& verdict, const Evidence& evidence);

}  // namespace gpualert
