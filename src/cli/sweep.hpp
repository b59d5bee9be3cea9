#pragma once

#include "cli/life.hpp"

#include <string>
#include <vector>

namespace gpualert::cli {

// A run that was not seen to end.
struct Swept {
  std::string run_dir;
  std::string id;
  LifeSigns signs;
  bool finished = false;  // by us, now
  std::string problem;    // why it could not be
};

struct SweepLimits {
  bool dry_run = false;
  bool unmarked = true;  // also look for runs without a mark, in the two newest days
};

// Finishes the runs below `runs_dir` that died unseen, each of them once, however many sweep at the
// same time: whoever renames its mark has it. A run inside which a bug of ours crashes is finished
// without its output.
std::vector<Swept> sweep_runs(const std::string& runs_dir, const SweepLimits& limits);

}  // namespace gpualert::cli
