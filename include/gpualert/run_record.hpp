#pragma once

#include <gpualert/result.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace gpualert {

// How a run ended. A wait status is decoded once, in the supervisor, into one of these.
struct Exited {
  int code = 0;  // 0–255
};
struct Signalled {
  int signal = 0;  // 1–64
  bool core = false;
};
// Nobody saw the end, and why: "supervisor killed".
struct EndUnknown {
  std::string why;
};
using Ending = std::variant<Exited, Signalled, EndUnknown>;

// The status a shell would show: the code, or 128 + signal; 137 when unknown.
int shell_status(const Ending& ending) noexcept;

// "SIGKILL", "SIGRTMIN+3".
std::string signal_name(int signal);

// "2 h 15 min", "3.2 s", "12 ms": two units at most.
std::string describe_duration(std::int64_t nanoseconds);

// A moment by both clocks: wall to print (ns since 1970-01-01 UTC), monotonic for differences.
struct Moment {
  std::int64_t wall_ns = 0;
  std::int64_t monotonic_ns = 0;
};
Moment now() noexcept;

// "2026-11-29T21:03:04.123456Z" (UTC, microseconds).
std::string format_utc(std::int64_t wall_ns);

// A stretch of output that was passed on but could not be logged.
struct LogGap {
  std::uint64_t offset = 0;  // in the log: where the missing bytes would stand
  std::uint64_t bytes = 0;
  std::string why;  // "write: No space left on device"
};

struct LogState {
  std::string path;                // absolute; "" when the log was kept in memory only
  std::uint64_t base_offset = 0;   // where this run's bytes begin (--log FILE may hold older text)
  std::uint64_t bytes = 0;         // bytes of this run in the log
  std::uint64_t lost_bytes = 0;    // sum over gaps
  std::vector<LogGap> gaps;        // the first 64; later ones count in lost_bytes only
  std::vector<std::string> notes;  // fallbacks taken, in words
  bool synced = false;             // the log and its directory were synced before the job started
};

struct SignalSeen {
  int signal = 0;
  Moment when;
  bool forwarded = false;      // false: the job had it already (a broadcast)
  bool from_terminal = false;  // the kernel sent it: Ctrl-C, Ctrl-Z, a closed terminal
  int sender_pid = 0;          // 0: the kernel, or another pid namespace
};

// What the scheduler and the launcher call this run; empty strings where they say nothing.
struct SchedulerIdentity {
  std::string kind;  // slurm, pbs, sge, lsf, htcondor, kubernetes; "" outside a scheduler
  std::string job, step, array_job, array_task, node;
  std::string rank;     // in its step; "" where this is the whole job
  std::string restart;  // how often the scheduler has started the job again
  std::string job_name;
  std::string ntasks{};  // number of ranks of the step
  // What started the ranks inside the job: torchrun or mpi; its own id of that ("" where it has
  // none that is unique), and how often it has started them again.
  std::string launcher{}, launch{}, relaunch{};
  std::string cluster{};  // job ids are unique in it only
};

struct Usage {
  std::int64_t user_us = 0;
  std::int64_t system_us = 0;
  std::int64_t max_rss_kib = 0;  // of the largest process, as wait4(2) tells
};

// Memory kills in the cgroup of the job, counted over the run (v2 memory.events oom_kill, v1
// memory.oom_control oom_kill). Absent where neither can be read.
struct MemoryEvents {
  std::uint64_t oom_kills = 0;
  std::optional<std::uint64_t> limit_bytes, peak_bytes;
};

// What the scheduler says of the job that this run belongs to; empty where nobody asked it.
struct SchedulerJob {
  std::string state;   // as Slurm names them: "TIMEOUT", "OUT_OF_MEMORY", "FAILED"
  std::string reason;  // "NonZeroExitCode", "NodeDown"
  std::string exit;    // status:signal, "0:9"
  std::string cluster, partition, account, nodes;
  std::optional<std::int64_t> submitted_ns;  // wall clock
  std::optional<std::int64_t> limit_ns;      // wall clock: when the allocation ends
};

// run.json, "schema": 1. Rewritten atomically at each step of the run.
struct RunRecord {
  std::string id;                 // unique, sorts by time
  std::string group;              // scheduler job and step, or the id
  std::string path;               // absolute run directory; "" when none could be made
  std::string name;               // --name, the scheduler's job name, or the program's name
  std::string parent;             // id of the enclosing `gpualert run`, if any
  std::vector<std::string> argv;  // as bytes
  std::string cwd, host, boot_id, user, version;
  int supervisor_pid = 0, logger_pid = 0, command_pid = 0;
  SchedulerIdentity scheduler;
  std::optional<SchedulerJob> job;
  Moment started;
  std::optional<Moment> ended;
  std::optional<Ending> ending;     // empty while the job runs
  std::optional<Error> exec_error;  // the command could not be started; ending is then 126 or 127
  Usage usage;
  std::int64_t tree_rss_kib = 0;  // the most that all its processes were seen to hold together; 0:
                                  // nobody looked (the first look comes after a second)
  std::optional<MemoryEvents> memory;
  LogState log;
  std::vector<SignalSeen> signals;  // the first 64 that reached the supervisor
  bool reader_left = false;  // a reader of stdout or stderr left, and the job got EPIPE as well
  std::vector<std::string> notes;  // anything a reader of the report should know
  std::string unknown_fields;      // JSON object text: fields of a newer schema, kept on rewriting
};

// "exited with status 3 after 12 s", "killed by SIGKILL after 2 h 15 min",
// "could not be started: No such file or directory", "still running".
std::string describe_ending(const RunRecord& record);

// Wall time of the run in ns by the monotonic clock; up to now while it runs.
std::int64_t duration_ns(const RunRecord& record);

// JSON text of run.json. Bytes that are not UTF-8 are written as \xNN, with "escaped": true beside.
std::string to_json(const RunRecord& record);
Result<RunRecord> parse_run_record(std::string_view json);

}  // namespace gpualert
