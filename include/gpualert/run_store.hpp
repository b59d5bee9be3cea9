#pragma once

#include <gpualert/result.hpp>
#include <gpualert/run_record.hpp>

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

private:
  std::vector<std::string> dirs_;
};

// Reads run.json of a run directory.
Result<RunRecord> read_run_record(const std::string& run_dir);

}  // namespace gpualert
