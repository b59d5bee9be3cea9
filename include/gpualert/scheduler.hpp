#pragma once

#include <gpualert/result.hpp>
#include <gpualert/run_record.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpualert {

// A job id as Slurm's commands take and print it: "123", "123_4", "123_[1-5%2]", "123.batch",
// "123+0".
struct JobId {
  std::string job;        // "123"; of an array the id of the whole
  std::string task;       // "4"; "1-5%2" where it names several; "" = not of an array, or all of it
  std::string component;  // "0", of a heterogeneous job
  std::string step;       // "batch", "0"
};
Result<JobId> parse_job_id(std::string_view text);

// What the letters of an output pattern stand for. `task` and `step` as in a batch script unless
// set.
struct JobNames {
  std::string job, array_job, array_task;  // array_*: "" for a job that is no array's
  std::string name, user, host;
  std::string step = "batch", task = "0", node = "0";
};

// The absolute path that Slurm makes of `pattern` (-o, -e of sbatch): %A %a %b %j %J %N %n %s %t %u
// %x %% with zero padding ("%5j", 10 digits at most), relative to `work_dir`. A pattern with a
// backslash is taken without its backslashes and otherwise as it stands. "" gives the default,
// slurm-%j.out or slurm-%A_%a.out.
std::string expand_output_path(std::string_view pattern, const JobNames& names,
                               const std::string& work_dir);

// A job as its scheduler tells of it; empty where it does not.
struct JobInfo {
  SchedulerIdentity identity;  // `node` is the batch host
  SchedulerJob job;
  std::string user;  // as printed: no ground for a decision on access
  std::string work_dir, command;
  std::string output, errors;  // absolute; may hold %N, %% and padded letters that nobody expanded
  std::optional<std::int64_t> started_ns, ended_ns;  // wall clock
  std::optional<Ending> ending;  // where it tells otherwise than by state and job.exit
};

// Whether the job will not run again by itself: "COMPLETED", "CANCELLED by 1000", "TIMEOUT", …
bool is_final(std::string_view state) noexcept;
// Whether such an end is a failure; a cancelled job is none.
bool is_failure(std::string_view state) noexcept;

// What `scontrol show job -o` printed, a job per line. Fields may hold blanks and "=". Lines that
// are no job are left out. Times are epoch seconds (SLURM_TIME_FORMAT=%s) or local time.
std::vector<JobInfo> parse_scontrol_jobs(std::string_view text);

// What `sacct --parsable2` printed, with its header; steps are left out.
Result<std::vector<JobInfo>> parse_sacct(std::string_view text, char delimiter = '|');

struct QueryLimits {
  std::chrono::milliseconds time{10'000};  // for all of it
  std::size_t bytes = 8U << 20U;           // of output
};

// The controller's word on jobs: `scontrol show job`, once for each id (all tasks of an array at
// once). Jobs that it does not know (any more) are left out; that it cannot be asked (no scontrol,
// no answer in time) is an Error.
Result<std::vector<JobInfo>> query_scontrol(const std::vector<std::string>& jobs,
                                            const QueryLimits& limits = {});

// The name of the cluster that the controller is of ("" where it does not tell).
std::string query_cluster(const QueryLimits& limits = {});

// The accounting's word on the same, in one call of sacct.
Result<std::vector<JobInfo>> query_sacct(const std::vector<std::string>& jobs,
                                         const QueryLimits& limits = {});

}  // namespace gpualert
