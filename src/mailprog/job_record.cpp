#include "mailprog/job_record.hpp"

#include <gpualert/scheduler.hpp>
#include <gpualert/version.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace gpualert::mailprog {

namespace {

constexpr std::int64_t kNsPerSecond = 1'000'000'000;

// Ids become file names and parts of a Message-ID.
std::string safe(std::string text)
{
  for (char& c : text) {
    const bool fine = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                      c == '.' || c == '_' || c == '+';
    c = fine ? c : '_';
  }
  return text.substr(0, 64);
}

std::string id_of(const Event& event, std::int64_t received_ns)
{
  std::string stamp = format_utc(received_ns);
  std::erase(stamp, '-');
  std::erase(stamp, ':');
  return fmt::format(
      "{}-{}{}-job{}{}", stamp, event.scheduler,
      event.cluster.empty() ? "" : "-" + safe(event.cluster), safe(job_label(event)),
      event.restart.empty() || event.restart == "0" ? "" : "-restart" + safe(event.restart));
}

// A status of 0 beside TIMEOUT or CANCELLED is that of a job that has not ended yet.
Ending ending_of(const Event& event)
{
  const auto* exited = event.ending ? std::get_if<Exited>(&*event.ending) : nullptr;
  if (event.ending && (exited == nullptr || exited->code != 0 || !ended_badly(event))) {
    return *event.ending;
  }
  return EndUnknown{event.state.empty() ? "the scheduler gives no status"
                                        : "the scheduler gives " + event.state};
}

JobNames names_of(const Event& event)
{
  JobNames names;
  names.job = event.job;
  names.array_job = event.array_job;
  names.array_task = event.array_task;
  names.name = event.name;
  names.user = event.user;
  names.host = first_node(event.nodes);
  return names;
}

SchedulerJob facts_of(const Event& event)
{
  SchedulerJob job;
  job.state = event.state;
  job.exit = event.exit_text;
  job.cluster = event.cluster;
  job.partition = event.partition;
  job.account = event.account;
  job.nodes = event.nodes;
  if (event.started_s && event.queued_s) {
    job.submitted_ns = (*event.started_s - *event.queued_s) * kNsPerSecond;
  }
  return job;
}

}  // namespace

std::string job_label(const Event& event)
{
  return event.array_job.empty() ? event.job
         : event.summary         ? event.array_job
                                 : event.array_job + "_" + event.array_task;
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

std::string output_path(const Event& event)
{
  if (event.scheduler != "slurm" ||
      (event.work_dir.empty() && !event.out_pattern.starts_with('/'))) {
    return {};
  }
  return expand_output_path(event.out_pattern, names_of(event), event.work_dir);
}

std::string error_path(const Event& event)
{
  if (event.scheduler != "slurm" || event.err_pattern.empty() ||
      (event.work_dir.empty() && !event.err_pattern.starts_with('/'))) {
    return {};
  }
  const std::string path = expand_output_path(event.err_pattern, names_of(event), event.work_dir);
  return path == output_path(event) ? std::string() : path;
}

RunRecord record_of(const Event& event, std::int64_t received_ns)
{
  RunRecord record;
  record.id = id_of(event, received_ns);
  record.group = record.id;
  record.name = event.name.empty() ? event.scheduler + " job " + job_label(event) : event.name;
  record.cwd = event.work_dir;
  record.user = event.user;
  record.version = kVersion;
  record.scheduler.kind = event.scheduler;
  record.scheduler.job = event.job;
  record.scheduler.array_job = event.array_job;
  record.scheduler.array_task = event.array_task;
  record.scheduler.node = first_node(event.nodes);
  record.scheduler.restart = event.restart;
  record.scheduler.job_name = event.name;
  record.host = record.scheduler.node.empty() ? event.scheduler : record.scheduler.node;
  record.job = facts_of(event);
  // By one clock only: the job's node may have been up for longer or shorter than this one.
  const std::int64_t end = event.ended_s ? *event.ended_s * kNsPerSecond : received_ns;
  const std::int64_t run = event.run_s.value_or(0) * kNsPerSecond;
  record.started = {end - run, 0};
  record.log.synced = true;  // nothing is known to the contrary
  if (event.what == What::ended || event.what == What::failed) {
    record.ended = Moment{end, run};
    record.ending = ending_of(event);
  }
  return record;
}

}  // namespace gpualert::mailprog
