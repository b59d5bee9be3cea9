#pragma once

#include "base/fd.hpp"

#include <gpualert/run_record.hpp>

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace gpualert::cli {

// Asks Slurm about a job without ever waiting for the answer: scontrol runs beside us, and is
// killed when it has not answered within two seconds.
class JobQuery {
public:
  enum class State { idle, waiting, answered, failed };

  JobQuery() = default;
  JobQuery(const JobQuery&) = delete;
  JobQuery& operator=(const JobQuery&) = delete;
  ~JobQuery();

  // `now_ns` is monotonic here and below.
  void ask(const std::string& job, std::int64_t now_ns);
  State look(std::int64_t now_ns);
  // Once answered; limit_ns is empty when the job has no limit.
  const SchedulerJob& answer() const noexcept { return answer_; }
  // Ends scontrol, if it still runs.
  void give_up() { end(State::failed); }

private:
  void end(State state);

  State state_ = State::idle;
  pid_t pid_ = -1;
  Fd output_;
  std::string text_;
  std::int64_t deadline_ns_ = 0;
  SchedulerJob answer_;
};

}  // namespace gpualert::cli
