#pragma once

#include "eval/document.hpp"

#include <gpualert/result.hpp>

#include <cstddef>
#include <string>

namespace gpualert::eval {

struct ExperimentOptions {
  std::string gpualert;    // the program; "" finds it
  std::size_t trials = 0;  // of each case; 0: as many as the paper's
  std::size_t mib = 256;   // of log that overhead copies
};

struct ExperimentResult {
  Section section;
  std::string json;    // an object
  bool passed = true;  // false: something that must hold did not
};

// Does what a job printed survive its end? The paper's four faults and three methods, and more:
// output that the job had not flushed, a reader in Python, and the death of everything at once.
Result<ExperimentResult> survival(const ExperimentOptions& options);

// What does a job under gpualert cost?
Result<ExperimentResult> overhead(const ExperimentOptions& options);

// Is a job of every cause the same whatever its notifier suffers?
Result<ExperimentResult> isolation(const ExperimentOptions& options);

// Is every file of a run attached or listed, and every message within its budget?
Result<ExperimentResult> budget(const ExperimentOptions& options);

}  // namespace gpualert::eval
