#include <gpualert/scheduler.hpp>

#include "scheduler/times.hpp"

#include <algorithm>
#include <map>

namespace gpualert {

namespace {

std::vector<std::string_view> split(std::string_view line, char delimiter)
{
  std::vector<std::string_view> words;
  for (;;) {
    const std::size_t end = line.find(delimiter);
    words.push_back(line.substr(0, end));
    if (end == std::string_view::npos) {
      return words;
    }
    line.remove_prefix(end + 1);
  }
}

// One row, by the names of the header.
class Row {
public:
  Row(const std::vector<std::string_view>& header, const std::vector<std::string_view>& words)
  {
    for (std::size_t i = 0; i < header.size(); ++i) {
      values_[header[i]] = words[i];
    }
  }
  std::string text(std::string_view column) const
  {
    const auto found = values_.find(column);
    const bool told = found != values_.end() && found->second != "None assigned" &&
                      found->second != "Unknown" && found->second != "None";
    return told ? std::string(found->second) : std::string();
  }

private:
  std::map<std::string_view, std::string_view> values_;
};

JobInfo job_of(const Row& row, const JobId& id)
{
  JobInfo info;
  info.identity.kind = "slurm";
  const std::string raw = row.text("JobIDRaw");
  info.identity.job = raw.empty() ? id.job : raw;
  if (!id.task.empty()) {
    info.identity.array_job = id.job;
    info.identity.array_task = id.task;
  }
  info.identity.job_name = row.text("JobName");
  info.job.state = row.text("State");
  info.job.reason = row.text("Reason");
  info.job.exit = row.text("ExitCode");
  info.identity.cluster = info.job.cluster = row.text("Cluster");
  info.job.partition = row.text("Partition");
  info.job.account = row.text("Account");
  info.job.nodes = row.text("NodeList");
  info.job.submitted_ns = scheduler::parse_time(row.text("Submit"));
  info.started_ns = scheduler::parse_time(row.text("Start"));
  info.ended_ns = scheduler::parse_time(row.text("End"));
  const auto limit = scheduler::parse_duration(row.text("Timelimit"));
  if (info.started_ns && limit && *limit <= INT64_MAX - *info.started_ns) {
    info.job.limit_ns = *info.started_ns + *limit;
  }
  info.user = row.text("User");
  info.work_dir = row.text("WorkDir");
  info.output = row.text("StdOut");
  info.errors = row.text("StdErr");
  return info;
}

}  // namespace

Result<std::vector<JobInfo>> parse_sacct(std::string_view text, char delimiter)
{
  std::vector<JobInfo> jobs;
  std::vector<std::string_view> header;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::vector<std::string_view> words = split(text.substr(0, end), delimiter);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (header.empty()) {
      header = words;
      continue;
    }
    if (words.size() != header.size()) {
      continue;  // a name with a line end in it
    }
    const Row row{header, words};
    const Result<JobId> id = parse_job_id(row.text("JobID"));
    if (id && id->step.empty()) {
      jobs.push_back(job_of(row, *id));
    }
  }
  if (header.empty()) {
    return Error{"read what sacct printed: it has no header"};
  }
  return jobs;
}

}  // namespace gpualert
