#pragma once

#include <gpualert/result.hpp>
#include <gpualert/run_record.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert {

// Finds runs below runs/DATE/GROUP/RUN/. RUN arguments of commands: a run id, a unique prefix of
// one, the path of a run directory, or a scheduler job id (its newest attempt).
class RunStore {
public:
  explicit RunStore(std::vector<std::string> runs_dirs) : dirs_(std::move(runs_dirs)) {}

  // Run directories, newest first. At most `limit`.
  std::vector<std::string> newest(std::size_t limit) const;

  // The run directory that `run` names; the Error lists the candidates when several match.
  Result<std::string> find(std::string_view run) const;

  const std::vector<std::string>& directories() const noexcept { return dirs_; }

private:
  std::vector<std::string> dirs_;
};

struct KeepRuns {
  int days = 30;                     // 0: for ever
  std::uint64_t bytes = 5ULL << 30;  // of all runs below one runs directory; 0: no limit
};

struct Pruned {
  std::size_t runs = 0;
  std::uint64_t bytes = 0;
};

// Removes runs below `runs_dir` that are older than `keep.days`, then the oldest until the rest
// takes no more than `keep.bytes`: successes first, failures last. A run without an ending counts
// as running and is left alone until it is twice `keep.days` old. Only files inside the run
// directory are unlinked; no link is followed. `now_ns`: wall clock.
Pruned prune_runs(const std::string& runs_dir, const KeepRuns& keep, std::int64_t now_ns);

// Reads run.json of a run directory.
Result<RunRecord> read_run_record(const std::string& run_dir);

}  // namespace gpualert
