#pragma once

#include <gpualert/run_record.hpp>
#include <gpualert/scheduler.hpp>

#include <string>
#include <string_view>

namespace gpualert::jobs {

// "slurm-CLUSTER-job13-task2-restart1": the same from whoever reports on that attempt of the job,
// wherever and whenever. It is the run id of such a report, and makes its Message-ID.
std::string run_id(const SchedulerIdentity& job);

// Whether `run` died unseen in the script of a job, so that the scheduler tells of that end
// elsewhere: no step of its own.
bool stands_for_job(const RunRecord& run);

// What a scheduler tells of a job as the record that `gpualert run` would have kept: who, where,
// when and how it ended; no command's usage, no log. supervisor_pid is 0.
RunRecord record_of_job(const JobInfo& job);

// What the letters of its output patterns stand for.
JobNames names_of(const JobInfo& job);

// The first node of "gpu[07-09,12],x1": "gpu07".
std::string first_node(std::string_view nodes);

}  // namespace gpualert::jobs
