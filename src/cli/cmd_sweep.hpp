#pragma once

#include <string>

namespace gpualert::cli {

struct SweepOptions {
  std::string state;     // --state; "" = ours
  std::string runs_dir;  // --runs-dir; "" = those of the state directories
  bool dry_run = false, json = false;
  bool quiet = false;  // for a run that starts it: prints nothing, looks at marked runs only
};
// `gpualert sweep`: finishes runs that died with everything around them, and delivers.
int sweep_command(const SweepOptions& options);

}  // namespace gpualert::cli
