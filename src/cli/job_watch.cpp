#include "cli/job_watch.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>

namespace gpualert::cli {

namespace {

// Whether the answer on `job` concerns the id that somebody asked for.
bool is_part_of(const JobInfo& job, const std::string& asked)
{
  const SchedulerIdentity& id = job.identity;
  return asked == id.job || asked == id.array_job || asked == id.array_job + "_" + id.array_task;
}

int restarts(const JobInfo& job)
{
  const std::string& text = job.identity.restart;
  int count = 0;
  std::from_chars(text.data(), text.data() + text.size(), count);
  return count;
}

// The tasks of an array that wait are one record: "123_[5-9%2]".
bool is_single(const JobInfo& job)
{
  return job.identity.array_task.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

std::string shown_id(const JobInfo& job)
{
  const SchedulerIdentity& id = job.identity;
  if (id.array_job.empty()) {
    return id.job;
  }
  return id.array_job + (is_single(job) ? "_" + id.array_task : "_[" + id.array_task + "]");
}

JobWatch::JobWatch(std::vector<std::string> jobs, Query controller, Query accounting)
    : asked_(std::move(jobs)),
      controller_(std::move(controller)),
      accounting_(std::move(accounting))
{
}

std::vector<std::string> JobWatch::waiting() const
{
  std::vector<std::string> ids;
  ids.reserve(running_.size());
  for (const auto& [id, job] : running_) {
    ids.push_back(id);
  }
  return ids.empty() ? asked_ : ids;
}

void JobWatch::note(const JobInfo& job, Look& look)
{
  const std::string id = shown_id(job);
  if (ended_.contains(id)) {
    return;
  }
  if (is_final(job.job.state) && is_single(job)) {
    ended_.insert(id);
    running_.erase(id);
    look.ended.push_back(job);
    return;
  }
  const auto seen = running_.find(id);
  if (seen != running_.end() && restarts(job) > restarts(seen->second)) {
    look.requeued.push_back(job);
  }
  running_[id] = job;
}

// Jobs that the controller no longer tells of: it forgets them MinJobAge after their end.
void JobWatch::settle_missing(const std::set<std::string>& present, Look& look)
{
  std::vector<std::string> missing;
  for (const auto& [id, job] : running_) {
    if (!present.contains(id) && is_single(job)) {
      missing.push_back(id);
    }
  }
  std::erase_if(running_, [&](const auto& entry) {  // its tasks are single ones by now
    return !present.contains(entry.first) && !is_single(entry.second);
  });
  for (const std::string& asked : asked_) {
    const auto knows = [&](const std::string& id) {
      return id == asked || id.starts_with(asked + "_");
    };
    const bool known = std::ranges::any_of(present, knows) || std::ranges::any_of(ended_, knows) ||
                       std::ranges::any_of(running_, [&](const auto& entry) {
                         return is_part_of(entry.second, asked);
                       });
    if (!known) {
      missing.push_back(asked);
    }
  }
  if (missing.empty()) {
    return;
  }
  const Result<std::vector<JobInfo>> told = accounting_(missing);
  std::set<std::string> found;
  for (const JobInfo& job : told ? *told : std::vector<JobInfo>{}) {
    found.insert(shown_id(job));
    found.insert(job.identity.array_job);
    found.insert(job.identity.job);
    note(job, look);
  }
  for (const std::string& id : missing) {
    if (!found.contains(id)) {
      look.lost.push_back(id);
      running_.erase(id);
      ended_.insert(id);
    }
  }
  look.why_lost = told ? "neither the controller nor the accounting knows it"
                       : "the controller does not know it any more, and there is no accounting to "
                         "ask (" +
                             told.error().what + ")";
}

JobWatch::Look JobWatch::look()
{
  Look look;
  Result<std::vector<JobInfo>> jobs = controller_(asked_);
  if (!jobs) {
    const Result<std::vector<JobInfo>> accounted = accounting_(asked_);
    if (!accounted) {
      look.trouble = jobs.error().what + "; " + accounted.error().what;
      look.hopeless = jobs.error().code == ENOENT && accounted.error().code == ENOENT;
      return look;
    }
    jobs = accounted;
  }
  std::set<std::string> present;
  for (const JobInfo& job : *jobs) {
    present.insert(shown_id(job));
    note(job, look);
  }
  settle_missing(present, look);
  std::ranges::sort(look.ended, {}, shown_id);
  std::erase_if(asked_, [&](const std::string& asked) {
    return std::ranges::none_of(running_,
                                [&](const auto& entry) { return is_part_of(entry.second, asked); });
  });
  return look;
}

}  // namespace gpualert::cli
