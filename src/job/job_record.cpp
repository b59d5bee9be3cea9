#include "job/job_record.hpp"

#include "base/text.hpp"

#include <gpualert/version.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace gpualert::jobs {

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

// A status of 0 beside TIMEOUT or CANCELLED is that of a job that has not ended yet.
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

Moment moment_of(std::int64_t wall_ns)
{
  return {wall_ns, wall_ns};  // nobody read the monotonic clock there
}

std::string name_of(const SchedulerIdentity& job)
{
  const std::string id = job.array_job.empty() || job.array_task.empty()
                             ? job.job
                             : job.array_job + "_" + job.array_task;
  return job.job_name.empty() ? job.kind + " job " + id : job.job_name;
}

}  // namespace

std::string run_id(const SchedulerIdentity& job)
{
  constexpr std::size_t kLimit = 30;
  const bool first = job.restart.empty() || job.restart == "0";
  const std::pair<const char*, std::string> parts[] = {{"-", job.cluster},
                                                       {"-job", job.job},
                                                       {"-task", job.array_task},
                                                       {"-restart", first ? "" : job.restart}};
  std::string id = job.kind;
  for (const auto& [name, value] : parts) {
    if (!value.empty()) {
      id.append(name).append(file_safe(value, kLimit));
    }
  }
  return id;
}

bool stands_for_job(const RunRecord& run)
{
  const bool unseen = run.ending && std::holds_alternative<EndUnknown>(*run.ending);
  return unseen && run.scheduler.kind == "slurm" && run.scheduler.step.empty() &&
         run.scheduler.rank.empty();
}

std::string first_node(std::string_view nodes)
{
  const std::size_t end = std::min(nodes.find_first_of(",["), nodes.size());
  std::string name{nodes.substr(0, end)};
  if (end < nodes.size() && nodes[end] == '[') {
    const std::string_view range = nodes.substr(end + 1);
    name += range.substr(0, std::min(range.find_first_of("-,]"), range.size()));
  }
  return name;
}

JobNames names_of(const JobInfo& job)
{
  JobNames names;
  names.job = job.identity.job;
  names.array_job = job.identity.array_job;
  names.array_task = job.identity.array_task;
  names.name = job.identity.job_name;
  names.user = job.user;
  names.host = job.identity.node.empty() ? first_node(job.job.nodes) : job.identity.node;
  return names;
}

RunRecord record_of_job(const JobInfo& job)
{
  RunRecord record;
  record.scheduler = job.identity;
  record.job = job.job;
  if (record.scheduler.node.empty()) {
    record.scheduler.node = first_node(job.job.nodes);
  }
  if (record.scheduler.cluster.empty()) {
    record.scheduler.cluster = job.job.cluster;
  }
  const std::int64_t ended = job.ended_ns.value_or(now().wall_ns);
  record.started = moment_of(job.started_ns.value_or(job.job.submitted_ns.value_or(ended)));
  record.ended = moment_of(std::max(ended, record.started.wall_ns));
  record.id = run_id(record.scheduler);
  record.group = job.identity.kind + "-" + job.identity.job;
  record.name = name_of(job.identity);
  record.user = job.user;
  record.host = record.scheduler.node.empty() ? job.identity.kind : record.scheduler.node;
  record.cwd = job.work_dir;
  record.version = kVersion;
  if (!job.command.empty()) {
    record.argv = {job.command};
  }
  if (job.ending) {
    record.ending = job.ending;
  } else {
    set_ending(job.job, record);
  }
  return record;
}

}  // namespace gpualert::jobs
