#pragma once

#include "job/job_mark.hpp"
#include "mailprog/event.hpp"
#include "mailprog/owner.hpp"

#include <gpualert/run_record.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace gpualert::mailprog {

// The record of `gpualert run` in the job, if it never ended or nobody was told: looked for with
// the owner's rights in the owner's usual state directory. Nothing unless we are root: nobody else
// may look there.
std::optional<RunRecord> untold_run(const Event& event, const Owner& owner);

// Completes what the scheduler says of the job with what the run knew: command, usage, signals,
// memory, log. Its end stays the scheduler's.
void merge(const RunRecord& run, RunRecord& job);

// Leaves word in the run's directory that a report went out, so that no `gpualert` that finds the
// dead run later makes another.
void mark_told(const RunRecord& run, const Owner& owner);

// The mark of the job (its run id: jobs::run_id) in the owner's usual state directory, where
// `gpualert slurm` and `sweep` look, with the owner's rights. Nothing unless we are root, and where
// there is no such directory: it is not made for somebody who does not use gpualert.
std::optional<jobs::JobMark> owners_mark(const Owner& owner, const std::string& run_id,
                                         std::chrono::milliseconds patience);

}  // namespace gpualert::mailprog
