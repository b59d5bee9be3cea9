#pragma once

#include "cli/allocation.hpp"
#include "cli/peak_memory.hpp"

#include <gpualert/classifier.hpp>
#include <gpualert/config.hpp>
#include <gpualert/supervisor.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace gpualert::cli {

// What is to be done while the job runs: the end of its allocation is found out, its nearness
// mailed, the job signalled before it; and when a scheduler has sent SIGTERM, a provisional report
// is put into the outbox, should everything be killed before the end is seen. The memory of all its
// processes is looked at.
class WhileRunning {
public:
  WhileRunning(const Config& config, const std::vector<std::string>& state_dirs,
               const std::string& config_file)
      : config_(config), state_dirs_(state_dirs), config_file_(config_file), allocation_(config)
  {
  }

  // `scanner`: of the output so far; null when there was none. What went wrong is added to
  // `problems`. Throws std::bad_alloc.
  During look(RunRecord& record, const Scanner* scanner, std::vector<std::string>& problems);
  // The job has ended.
  void end() { allocation_.give_up(); }

private:
  void warn(RunRecord& record, const Scanner* scanner, const Moment& now,
            std::vector<std::string>& problems);
  void note_signals(const RunRecord& record);
  void write_provisional(const RunRecord& record, const Scanner* scanner, const Moment& now,
                         std::vector<std::string>& problems);

  const Config& config_;
  const std::vector<std::string>& state_dirs_;
  const std::string& config_file_;
  Allocation allocation_;
  PeakMemory memory_;
  std::size_t signals_seen_ = 0;
  std::optional<SignalSeen> stop_;           // the SIGTERM that a provisional report tells of
  std::int64_t provisional_ns_ = INT64_MAX;  // monotonic: when it is written (again)
  pid_t deliverer_ = -1;
};

}  // namespace gpualert::cli
