#pragma once

#include "base/fd.hpp"

#include <gpualert/rule_set.hpp>
#include <gpualert/run_record.hpp>
#include <gpualert/scheduler.hpp>
#include <gpualert/verdict.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace gpualert::cli {

// A file of a job's output.
struct JobOutput {
  std::string path;  // as reports name it; "" = there is none
  Fd file;           // open for reading; else `path` is opened, if it is no link and a regular file
};

// What can be said of a job that nobody supervised.
struct JobReport {
  RunRecord record;  // supervisor_pid 0, no run directory
  Verdict verdict;
  Fd log;  // record.log.path, open; for ReportOptions::log_fd
};

// Of a larger file only its last `most_bytes` are read, and the report says so.
inline constexpr std::uint64_t kJobOutputRead = 4ULL << 30U;

// Reads a job's output, judges it together with the state and status that the scheduler gives, and
// makes the record that `gpualert run` would have. With `errors` apart from the output (-e of
// sbatch) the log of the record is the file that holds the cause. What cannot be read is a note in
// the record.
JobReport judge_job(const JobInfo& job, JobOutput output, JobOutput errors,
                    const std::shared_ptr<const RuleSet>& rules,
                    std::uint64_t most_bytes = kJobOutputRead);

// The same for a job under `gpualert run` that died with all of gpualert: `run` is what its record
// says, without an end. The record gets what the scheduler knows of the end; its log is read.
JobReport judge_open_run(const JobInfo& job, RunRecord run,
                         const std::shared_ptr<const RuleSet>& rules);

// The record alone: who, where, when and how it ended, without its output.
RunRecord record_of_job(const JobInfo& job);

}  // namespace gpualert::cli
