#pragma once

#include "outbox/lease.hpp"

#include <gpualert/run_record.hpp>

#include <optional>
#include <string>

namespace gpualert::cli {

// The right to finish a run that died unseen, and to report on it: `gpualert sweep` and `gpualert
// slurm` may come at the same time.
class RunClaim {
public:
  // Nothing: somebody else who lives has it, or had it and is done. `record`: of a run with a
  // directory.
  static std::optional<RunClaim> take(const RunRecord& record);
  RunClaim(RunClaim&& other) noexcept;
  RunClaim& operator=(RunClaim&&) = delete;
  RunClaim(const RunClaim&) = delete;
  RunClaim& operator=(const RunClaim&) = delete;
  // Gives it back, for the next one to try.
  ~RunClaim();

  // It is finished, and open no more.
  void done();

private:
  RunClaim(std::string dir, std::string claimed);

  std::string dir_, claimed_;
};

// Marks a run as open that is not, but once only: one that was marked again after another has
// finished it would be reported twice. False when it was before.
bool mark_once(const RunRecord& record);

}  // namespace gpualert::cli
