#include "cli/job_report.hpp"

#include <gpualert/version.hpp>

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace gpualert::cli {

namespace {

constexpr int kFirstRealtimeSignal = 32;  // what Slurm puts there above it is a code of its own
constexpr int kNoOutputFile = 53;         // ... of which this one is known

std::pair<int, int> status_and_signal(const std::string& exit)
{
  int status = -1;
  int signal = -1;
  const char* end = exit.data() + exit.size();
  const auto [colon, bad] = std::from_chars(exit.data(), end, status);
  if (bad == std::errc{} && colon != end && *colon == ':') {
    std::from_chars(colon + 1, end, signal);
  }
  return {status, signal};
}

void set_ending(const SchedulerJob& job, RunRecord& record)
{
  const auto [status, signal] = status_and_signal(job.exit);
  const bool ended_by_scheduler = job.state != "FAILED" && job.state != "COMPLETED";
  if (signal == kNoOutputFile) {
    constexpr int kNotExecuted = 126;
    record.exec_error =
        Error{"the scheduler could not open its output file, or not go to its working directory"};
    record.ending = Exited{kNotExecuted};
  } else if (signal > 0 && signal < kFirstRealtimeSignal) {
    record.ending = Signalled{signal, false};
  } else if (signal == 0 && status >= 0 && status < 256 && (status > 0 || !ended_by_scheduler)) {
    record.ending = Exited{status};
  } else {
    record.ending =
        EndUnknown{job.state.empty() ? "the scheduler does not tell how" : "state " + job.state};
  }
}

// By nothing that another look at the same job would give otherwise: its report is the same
// message, whoever makes it.
std::string run_id(const RunRecord& record)
{
  std::string id = format_utc(record.started.wall_ns);
  std::erase(id, '-');
  std::erase(id, ':');
  const SchedulerIdentity& scheduler = record.scheduler;
  id += fmt::format("-{}-job{}", scheduler.kind, scheduler.job);
  if (!scheduler.array_task.empty()) {
    id += "-task" + scheduler.array_task;
  }
  if (!scheduler.restart.empty() && scheduler.restart != "0") {
    id += "-restart" + scheduler.restart;
  }
  for (char& c : id) {  // it becomes part of file names
    const bool fine = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                      c == '.' || c == '-';
    c = fine ? c : '_';
  }
  return id.substr(0, 200);
}

Moment moment_of(std::int64_t wall_ns)
{
  return {wall_ns, wall_ns};  // nobody read the monotonic clock there
}

}  // namespace

RunRecord record_of_job(const JobInfo& job)
{
  RunRecord record;
  record.scheduler = job.identity;
  record.job = job.job;
  const std::int64_t ended = job.ended_ns.value_or(now().wall_ns);
  record.started = moment_of(job.started_ns.value_or(job.job.submitted_ns.value_or(ended)));
  record.ended = moment_of(std::max(ended, record.started.wall_ns));
  record.id = run_id(record);
  record.group = job.identity.kind + "-" + job.identity.job;
  record.name = job.identity.job_name.empty() ? "job " + job.identity.job : job.identity.job_name;
  record.user = job.user;
  record.host = job.identity.node;
  record.cwd = job.work_dir;
  record.version = kVersion;
  if (!job.command.empty()) {
    record.argv = {job.command};
  }
  set_ending(job.job, record);
  return record;
}

}  // namespace gpualert::cli
