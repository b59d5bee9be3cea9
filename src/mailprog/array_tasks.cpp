#include "mailprog/array_tasks.hpp"

#include "mailprog/job_record.hpp"

#include <gpualert/scheduler.hpp>

#include <algorithm>
#include <string_view>

namespace gpualert::mailprog {

namespace {

constexpr int kMostTasks = 10'000;
constexpr std::chrono::milliseconds kPatience{10'000};

Event task_of(const Event& summary, const std::string& task)
{
  Event event = summary;
  event.summary = false;
  event.what = What::failed;
  event.array_task = task;
  event.state.clear();
  event.ending.reset();
  event.exit_text.clear();
  event.run_s.reset();
  event.nodes.clear();
  return event;
}

Event task_of(const Event& summary, const JobInfo& info)
{
  Event event = task_of(summary, info.identity.array_task);
  event.job = info.identity.job.empty() ? summary.job : info.identity.job;
  event.state = info.job.state.substr(0, info.job.state.find(' '));
  event.exit_text = info.job.exit;
  event.nodes = info.job.nodes;
  constexpr std::int64_t kNsPerSecond = 1'000'000'000;
  if (info.started_ns && info.ended_ns) {
    event.run_s = std::max<std::int64_t>(*info.ended_ns - *info.started_ns, 0) / kNsPerSecond;
    event.ended_s = *info.ended_ns / kNsPerSecond;
  }
  return event;
}

ArrayTasks by_number(const Event& summary)
{
  ArrayTasks tasks;
  const int step = std::max(summary.task_step.value_or(1), 1);
  if (!summary.task_min || !summary.task_max) {
    tasks.how = "The scheduler does not say which tasks it has; see sacct -j " + summary.job + ".";
    return tasks;
  }
  for (int task = *summary.task_min; task <= *summary.task_max; task += step) {
    ++tasks.all;
    if (tasks.failed.size() < kMostTasks) {
      tasks.failed.push_back(task_of(summary, std::to_string(task)));
    }
  }
  tasks.how = "Slurm could not be asked how each task ended: what its output says decides.";
  return tasks;
}

}  // namespace

ArrayTasks tasks_of(const Event& summary)
{
  QueryLimits limits;
  limits.time = kPatience;
  const Result<std::vector<JobInfo>> infos = query_scontrol({summary.array_job}, limits);
  if (!infos || infos->empty()) {
    return by_number(summary);
  }
  ArrayTasks tasks;
  for (const JobInfo& info : *infos) {
    ++tasks.all;
    if (is_failure(info.job.state) || info.job.state.starts_with("CANCELLED")) {
      tasks.failed.push_back(task_of(summary, info));
    }
  }
  return tasks;
}

}  // namespace gpualert::mailprog
