#pragma once

#include "cli/mailer.hpp"

#include <gpualert/config.hpp>
#include <gpualert/run_record.hpp>
#include <gpualert/step.hpp>
#include <gpualert/verdict.hpp>

#include <chrono>
#include <string>
#include <vector>

namespace gpualert::cli {

// The report of a step whose ranks have not all ended is held back so long, for the others to be
// in it. Whoever comes by then delivers it.
inline constexpr std::chrono::seconds kStepHold{60};

struct StepPosted {
  std::string state_dir;  // in whose outbox something was put; "" for nothing
  bool held = false;      // the others have time until kStepHold
  bool first = false;     // nothing was put there before
  std::vector<std::string> problems;
  std::string reported;  // reported_line.hpp, once nothing is held back any more
};

// One report for all ranks of the step in which `record` is one of several: notes how this rank
// ended; unless another rank is at it and will see that, puts the report of all the ranks that have
// ended in the place of the one that waits. The last rank publishes for delivery at once. What was
// delivered already is followed by another one only when it named another cause. `news`: whether
// this rank's outcome is to be reported. An Error: this rank must report for itself.
Result<StepPosted> report_step(const RunRecord& record, const Verdict& verdict, bool news,
                               const Config& config, const std::vector<std::string>& state_dirs);

}  // namespace gpualert::cli
