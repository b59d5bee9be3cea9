#pragma once

#include "cli/job_query.hpp"

#include <gpualert/config.hpp>
#include <gpualert/run_record.hpp>

#include <cstdint>
#include <optional>

namespace gpualert::cli {

// When the scheduler ends the job, as its environment says: SLURM_JOB_END_TIME (since 22.05), or
// Torque's PBS_WALLTIME after the start of the job's own session. Wall clock, ns.
std::optional<std::int64_t> limit_of_environment(const SchedulerIdentity& scheduler);

// Whether this run speaks for its step: no other `gpualert run` around it, and the first rank.
bool speaks(const RunRecord& record);

// How long before the limit its nearness is told: as configured; by itself 5 min, or a tenth of a
// run's time that is shorter. 0: never.
std::int64_t warning_ns(const Config& config, std::int64_t started_ns, std::int64_t limit_ns);

// The end of the job's allocation, and what is due before it.
class Allocation {
public:
  struct Due {
    bool warn = false;                 // the limit is near
    int signal = 0;                    // for the job
    bool changed = false;              // the record has the limit, or a note
    std::int64_t next_ns = INT64_MAX;  // monotonic: look again then
  };

  explicit Allocation(const Config& config) : config_(config) {}

  // To be called when the job has started, and whenever `next_ns` has come. Fills record.job.
  Due look(RunRecord& record, const Moment& now);
  // The job has ended: what was asked does not matter any more.
  void give_up() { query_.give_up(); }

private:
  enum class Stage { begin, ask_later, asking, known, unknown };

  void begin(RunRecord& record, const Moment& now, Due& due);
  void ask(const RunRecord& record, const Moment& now);
  void take_answer(RunRecord& record, const Moment& now, Due& due);
  void act(RunRecord& record, const Moment& now, Due& due);
  std::int64_t signal_at(const RunRecord& record) const;  // wall clock; INT64_MAX: never
  std::int64_t warn_at(const RunRecord& record) const;

  const Config& config_;
  Stage stage_ = Stage::begin;
  JobQuery query_;
  std::int64_t ask_at_ns_ = 0;  // monotonic
  std::int64_t asked_ns_ = 0;   // monotonic; 0: the environment had the answer
  int failures_ = 0;
  bool warned_ = false, signalled_ = false;
};

}  // namespace gpualert::cli
