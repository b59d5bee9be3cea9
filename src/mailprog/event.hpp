#pragma once

#include <gpualert/run_record.hpp>

#include <cstdint>
#include <optional>
#include <string>

#include <sys/types.h>

namespace gpualert::mailprog {

// What a scheduler's mail is about. `other`: something of a job that we have no words for.
enum class What {
  began,
  ended,
  failed,
  requeued,
  staged_out,
  time_limit,
  time_limit_90,
  time_limit_80,
  time_limit_50,
  invalid_dependency,
  other
};

// What a scheduler says of a job when it calls its mail program; empty where it says nothing.
struct Event {
  std::string scheduler;  // "slurm", "pbs", "sge", "lsf", "htcondor"
  What what = What::other;
  std::string job;  // its id; of an array's task the task's own
  std::string array_job, array_task;
  bool summary = false;         // of a whole array
  bool requeued_tasks = false;  // ", with requeued tasks"
  std::string name;
  std::string state;  // as Slurm names them, "" when it is not said; "Mixed" of a summary
  std::optional<Ending> ending;
  std::optional<int> exit_min, exit_max, max_signal;  // of a summary
  std::optional<std::int64_t> run_s, queued_s, stage_out_s;
  std::optional<int> task_min, task_max, task_step;  // of an array, as far as it is said

  std::string user;
  std::optional<uid_t> uid;
  std::optional<gid_t> gid;
  std::string cluster, partition, account, nodes, restart, exit_text;  // "0:9"
  std::string work_dir, out_pattern, err_pattern;  // not expanded; "" when they are not told
  std::optional<std::int64_t> started_s, ended_s;  // wall clock
};

// Did the job, or a task of the array, end as it should not have? An end by scancel counts; what
// goes on, or has not begun, never does.
bool ended_badly(const Event& event);

// TIMEOUT, CANCELLED and DEADLINE are told when the kill begins: the job may print for KillWait
// seconds more.
bool may_still_print(const Event& event);

// A wait status as Slurm writes it, a decimal number: 256 is exit 1, 9 a death by signal 9. A
// signal that there is none of (0:125, out of memory) is an end that nobody saw.
std::optional<Ending> ending_of_wait_status(const std::string& text);

// "1-02:03:04", "02:03:04", "03:04" in seconds.
std::optional<std::int64_t> parse_time(std::string_view text);

// The whole of `text` as a number.
std::optional<int> parse_int(std::string_view text);

}  // namespace gpualert::mailprog
