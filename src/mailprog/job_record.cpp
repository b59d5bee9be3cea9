#include "mailprog/job_record.hpp"

#include "job/job_record.hpp"

#include <gpualert/scheduler.hpp>

#include <optional>
#include <utility>
#include <variant>

namespace gpualert::mailprog {

namespace {

constexpr std::int64_t kNsPerSecond = 1'000'000'000;

// A status of 0 beside TIMEOUT or CANCELLED is that of a job that has not ended yet.
std::optional<Ending> ending_of(const Event& event)
{
  const auto* exited = event.ending ? std::get_if<Exited>(&*event.ending) : nullptr;
  if (event.ending && (exited == nullptr || exited->code != 0 || !ended_badly(event))) {
    return event.ending;
  }
  return std::nullopt;
}

JobInfo info_of(const Event& event, std::int64_t received_ns)
{
  JobInfo info;
  info.identity.kind = event.scheduler;
  info.identity.job = event.summary ? event.array_job : event.job;
  info.identity.array_job = event.array_job;
  info.identity.array_task = event.summary ? std::string() : event.array_task;
  info.identity.node = jobs::first_node(event.nodes);
  info.identity.restart = event.restart;
  info.identity.job_name = event.name;
  info.identity.cluster = event.cluster;
  info.user = event.user;
  info.work_dir = event.work_dir;
  info.job.state = event.state;
  info.job.exit = event.exit_text;
  info.job.cluster = event.cluster;
  info.job.partition = event.partition;
  info.job.account = event.account;
  info.job.nodes = event.nodes;
  if (event.started_s && event.queued_s) {
    info.job.submitted_ns = (*event.started_s - *event.queued_s) * kNsPerSecond;
  }
  info.ended_ns = event.ended_s ? *event.ended_s * kNsPerSecond : received_ns;
  info.started_ns = *info.ended_ns - event.run_s.value_or(0) * kNsPerSecond;
  if (event.exit_text.empty()) {
    info.ending = ending_of(event);
  }
  return info;
}

JobNames names(const Event& event)
{
  return jobs::names_of(info_of(event, 0));
}

bool is_end(const Event& event)
{
  return event.what == What::ended || event.what == What::failed;
}

}  // namespace

std::string job_label(const Event& event)
{
  return event.array_job.empty() ? event.job
         : event.summary         ? event.array_job
                                 : event.array_job + "_" + event.array_task;
}

std::string output_path(const Event& event)
{
  if (event.scheduler != "slurm" ||
      (event.work_dir.empty() && !event.out_pattern.starts_with('/'))) {
    return {};
  }
  return expand_output_path(event.out_pattern, names(event), event.work_dir);
}

std::string error_path(const Event& event)
{
  if (event.scheduler != "slurm" || event.err_pattern.empty() ||
      (event.work_dir.empty() && !event.err_pattern.starts_with('/'))) {
    return {};
  }
  const std::string path = expand_output_path(event.err_pattern, names(event), event.work_dir);
  return path == output_path(event) ? std::string() : path;
}

std::string shared_id(const Event& event)
{
  const bool counted = event.scheduler == "slurm" && !event.restart.empty();
  return counted && is_end(event) && !event.summary ? jobs::run_id(info_of(event, 0).identity)
                                                    : std::string();
}

RunRecord record_of(const Event& event, std::int64_t received_ns)
{
  RunRecord record = jobs::record_of_job(info_of(event, received_ns));
  if (shared_id(event).empty()) {
    std::string stamp = format_utc(received_ns);
    std::erase(stamp, '-');
    std::erase(stamp, ':');
    record.id = stamp + "-" + record.id;
  }
  record.log.synced = true;  // nothing is known to the contrary
  if (!is_end(event)) {
    record.ended.reset();
    record.ending.reset();
    record.exec_error.reset();
  }
  return record;
}

}  // namespace gpualert::mailprog
