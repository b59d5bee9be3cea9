#include <gpualert/scheduler.hpp>

#include "scheduler/child.hpp"

#include <algorithm>
#include <cerrno>
#include <set>
#include <string_view>

namespace gpualert {

namespace {

using Clock = std::chrono::steady_clock;

std::string first_line(const std::string& text)
{
  return text.substr(0, text.find('\n'));
}

Error failed(const std::string& program, const scheduler::ChildOutput& child)
{
  const std::string said = first_line(child.errors);
  return Error{program + ": " +
               (said.empty() ? "exited with status " + std::to_string(child.status) : said)};
}

// Each id once, and only what is one: they become arguments.
Result<std::set<std::string>> checked(const std::vector<std::string>& jobs)
{
  std::set<std::string> ids;
  for (const std::string& job : jobs) {
    const Result<JobId> id = parse_job_id(job);
    if (!id) {
      return id.error();
    }
    ids.insert(job);
  }
  return ids;
}

bool does_not_know(const scheduler::ChildOutput& child)
{
  return child.errors.find("Invalid job id") != std::string::npos;
}

}  // namespace

Result<std::vector<JobInfo>> query_scontrol(const std::vector<std::string>& jobs,
                                            const QueryLimits& limits)
{
  const Result<std::set<std::string>> ids = checked(jobs);
  if (!ids) {
    return ids.error();
  }
  const Clock::time_point end = Clock::now() + limits.time;
  std::vector<JobInfo> found;
  for (const std::string& id : *ids) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    const Result<scheduler::ChildOutput> child =
        scheduler::run_child({"scontrol", "show", "job", "-o", id}, left, limits.bytes);
    if (!child) {
      return child.error();
    }
    if (child->status != 0 && !does_not_know(*child)) {
      return failed("scontrol", *child);
    }
    for (JobInfo& job : parse_scontrol_jobs(child->output)) {
      found.push_back(std::move(job));
    }
  }
  return found;
}

std::string query_cluster(const QueryLimits& limits)
{
  constexpr std::string_view kKey = "\nClusterName";
  const Result<scheduler::ChildOutput> child =
      scheduler::run_child({"scontrol", "show", "config"}, limits.time, limits.bytes);
  const std::string text = child ? child->output : std::string();
  const std::size_t at = text.find(kKey);
  const std::size_t from = text.find_first_not_of(" =", std::min(at, text.size()) + kKey.size());
  if (at == std::string::npos || from == std::string::npos) {
    return {};
  }
  return text.substr(from, text.find_first_of(" \n", from) - from);
}

Result<std::vector<JobInfo>> query_sacct(const std::vector<std::string>& jobs,
                                         const QueryLimits& limits)
{
  const Result<std::set<std::string>> ids = checked(jobs);
  if (!ids) {
    return ids.error();
  }
  std::string list;
  for (const std::string& id : *ids) {
    list += (list.empty() ? "" : ",") + id;
  }
  // What parse_sacct reads and every Slurm since 20.02 knows; names may hold any printable
  // delimiter.
  constexpr const char* kFormat =
      "--format=JobID,JobIDRaw,JobName,User,State,ExitCode,Reason,Cluster,Partition,Account,"
      "NodeList,Submit,Start,End,Timelimit,WorkDir";
  constexpr char kDelimiter = '\x1f';
  const Result<scheduler::ChildOutput> child =
      scheduler::run_child({"sacct", "--parsable2", std::string("--delimiter=") + kDelimiter,
                            "--allocations", kFormat, "--jobs=" + list},
                           limits.time, limits.bytes);
  if (!child) {
    return child.error();
  }
  return child->status == 0 ? parse_sacct(child->output, kDelimiter)
                            : Result<std::vector<JobInfo>>(failed("sacct", *child));
}

}  // namespace gpualert
