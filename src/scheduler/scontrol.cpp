#include <gpualert/scheduler.hpp>

#include "scheduler/fields.hpp"
#include "scheduler/times.hpp"

#include <algorithm>

namespace gpualert {

namespace {

using Fields = std::map<std::string, std::string, std::less<>>;

std::string take(Fields& fields, std::string_view key)
{
  const auto found = fields.find(key);
  return found == fields.end() ? std::string() : std::move(found->second);
}

// "jobu(4242)"
std::string name_of_user(const std::string& user)
{
  return user.substr(0, user.find('('));
}

std::optional<std::int64_t> end_of_allocation(const std::optional<std::int64_t>& start,
                                              const std::string& limit)
{
  const auto length = scheduler::parse_duration(limit);
  if (!start || !length || *length > INT64_MAX - *start) {
    return std::nullopt;
  }
  return *start + *length;
}

JobInfo job_of(Fields fields)
{
  JobInfo info;
  info.identity.kind = "slurm";
  info.identity.job = take(fields, "JobId");
  info.identity.array_job = take(fields, "ArrayJobId");
  info.identity.array_task = take(fields, "ArrayTaskId");
  info.identity.job_name = take(fields, "JobName");
  info.identity.restart = take(fields, "Restarts");
  info.identity.node = take(fields, "BatchHost");
  info.job.state = take(fields, "JobState");
  info.job.reason = take(fields, "Reason");
  if (info.job.reason == "None") {
    info.job.reason.clear();
  }
  info.job.exit = take(fields, "ExitCode");
  info.job.partition = take(fields, "Partition");
  info.job.account = take(fields, "Account");
  info.job.nodes = take(fields, "NodeList");
  info.job.submitted_ns = scheduler::parse_time(take(fields, "SubmitTime"));
  info.started_ns = scheduler::parse_time(take(fields, "StartTime"));
  info.job.limit_ns = end_of_allocation(info.started_ns, take(fields, "TimeLimit"));
  if (is_final(info.job.state)) {  // of others it is when they would end
    info.ended_ns = scheduler::parse_time(take(fields, "EndTime"));
  }
  info.user = name_of_user(take(fields, "UserId"));
  info.command = take(fields, "Command");
  info.work_dir = take(fields, "WorkDir");
  info.output = take(fields, "StdOut");
  info.errors = take(fields, "StdErr");
  return info;
}

}  // namespace

std::vector<JobInfo> parse_scontrol_jobs(std::string_view text)
{
  std::vector<JobInfo> jobs;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with("JobId=")) {
      jobs.push_back(job_of(scheduler::fields_of(line)));
    }
  }
  return jobs;
}

}  // namespace gpualert
