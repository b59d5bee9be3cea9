#pragma once

#include "base/fd.hpp"
#include "job/job_record.hpp"

#include <gpualert/rule_set.hpp>
#include <gpualert/run_record.hpp>
#include <gpualert/scheduler.hpp>
#include <gpualert/verdict.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace gpualert::jobs {

// A file of a job's output.
struct JobOutput {
  std::string path;  // as reports name it; "" and no file: there is none
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

// Reads a job's output, judges it together with what `record` says of the end (record_of_job), and
// gives the report that `gpualert run` would. With `errors` apart from the output (-e of sbatch)
// the log of the record is the file that holds the cause. What cannot be read is a note in the
// record.
JobReport judge_job(RunRecord record, JobOutput output, JobOutput errors,
                    const std::shared_ptr<const RuleSet>& rules,
                    std::uint64_t most_bytes = kJobOutputRead);

// Whether a line of the output decided, not the status or the scheduler alone.
bool names_a_line(const Verdict& verdict);

// The same for a job under `gpualert run` that died with all of gpualert: `run` is what its record
// says, without an end. The record gets what the scheduler knows of the end; its log is read.
JobReport judge_open_run(const JobInfo& job, RunRecord run,
                         const std::shared_ptr<const RuleSet>& rules);

}  // namespace gpualert::jobs
