// Who we are to schedulers, from their environment: one row for each of them.
#include "record/identity.hpp"

#include "base/file.hpp"
#include "record/ancestors.hpp"
#include "record/launcher_identity.hpp"
#include "record/variables.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace gpualert {

namespace {

void clear_rank(SchedulerIdentity& s)
{
  s.step.clear();
  s.rank.clear();
  s.ntasks.clear();
}

// A batch script has SLURM_PROCID=0 too, and when it was submitted from within a step the
// SLURM_STEP_ID of that one as well: then the name of its slurmstepd tells. The numbers from
// 4294967290 on are no steps of ranks: the shell of salloc, the script.
void mend_slurm(SchedulerIdentity& s)
{
  s.cluster = env("SLURM_CLUSTER_NAME");
  constexpr std::string_view kSpecial = "4294967290";
  const bool special = s.step.size() == kSpecial.size() && s.step >= kSpecial;
  const bool script = !s.step.empty() && env("ENVIRONMENT") == "BATCH" &&
                      ancestor_called(::getpid(), "slurmstepd: [").ends_with(".batch]");
  if (s.step.empty() || special || script) {
    clear_rank(s);
  }
}

// Torque names the task otherwise, and neither names the array's own job without it: "12[3].host",
// "12-3.host".
void mend_pbs(SchedulerIdentity& s)
{
  if (s.array_task.empty()) {
    s.array_task = env("PBS_ARRAYID");
  }
  if (!s.array_task.empty() && s.array_job.empty()) {
    s.array_job = s.job.substr(0, s.job.find_first_of("[-."));
  }
}

void mend_sge(SchedulerIdentity& s)
{
  if (s.array_task == "undefined") {
    s.array_task.clear();
  } else {
    s.array_job = s.job;
  }
}

void mend_lsf(SchedulerIdentity& s)
{
  if (s.array_task == "0") {
    s.array_task.clear();
  } else if (!s.array_task.empty()) {
    s.array_job = s.job;
  }
}

// The value of "NAME = value" in a job ad, without quotes.
std::string attribute(std::string_view ad, std::string_view name)
{
  while (!ad.empty()) {
    const std::size_t end = std::min(ad.find('\n'), ad.size());
    const std::string_view line = ad.substr(0, end);
    ad.remove_prefix(std::min(end + 1, ad.size()));
    if (line.starts_with(name) && line.substr(name.size()).starts_with(" = ")) {
      std::string value{line.substr(name.size() + 3, kMaxVariable)};
      std::erase(value, '"');
      return value;
    }
  }
  return {};
}

void mend_htcondor(SchedulerIdentity& s)
{
  constexpr std::size_t kMaxAd = 1U << 20U;
  const Result<std::string> ad = read_file(env("_CONDOR_JOB_AD"), kMaxAd);
  if (!ad) {
    s = {};  // left over from a job that is gone, or somebody else's
    return;
  }
  s.array_job = attribute(*ad, "ClusterId");
  s.array_task = attribute(*ad, "ProcId");
  s.job = s.array_job + "." + s.array_task;
  s.job_name = attribute(*ad, "JobBatchName");
  const std::string starts = attribute(*ad, "NumShadowStarts");
  int count = 0;
  std::from_chars(starts.data(), starts.data() + starts.size(), count);
  if (count > 1) {
    s.restart = std::to_string(count - 1);
  }
}

// The pods of an indexed Job are called JOB-INDEX.
void mend_kubernetes(SchedulerIdentity& s)
{
  if (const std::string pod = env("POD_NAME"); !pod.empty()) {
    s.job = pod;
  }
  if (const std::string tail = "-" + s.array_task; tail.size() > 1 && s.job.ends_with(tail)) {
    s.array_job = s.job.substr(0, s.job.size() - tail.size());
  }
}

struct Scheduler {
  const char* kind;
  std::array<const char*, 3> telling;  // all are set: one alone may be somebody's own
  const char *job, *step, *array_job, *array_task, *node, *rank, *ntasks, *restart, *job_name;
  void (*mend)(SchedulerIdentity&);
};

// The innermost first: the pool of an HTCondor lives in jobs of Slurm, a Slurm in pods.
constexpr std::array<Scheduler, 6> kSchedulers{{
    {"htcondor",
     {"_CONDOR_JOB_AD", "_CONDOR_SLOT"},
     "_CONDOR_SLOT",
     nullptr,
     nullptr,
     nullptr,
     nullptr,
     "_CONDOR_PROCNO",
     "_CONDOR_NPROCS",
     nullptr,
     nullptr,
     mend_htcondor},
    {"slurm",
     {"SLURM_JOB_ID"},
     "SLURM_JOB_ID",
     "SLURM_STEP_ID",
     "SLURM_ARRAY_JOB_ID",
     "SLURM_ARRAY_TASK_ID",
     "SLURMD_NODENAME",
     "SLURM_PROCID",
     "SLURM_STEP_NUM_TASKS",
     "SLURM_RESTART_COUNT",
     "SLURM_JOB_NAME",
     mend_slurm},
    {"pbs",
     {"PBS_JOBID", "PBS_JOBNAME"},
     "PBS_JOBID",
     nullptr,
     "PBS_ARRAY_ID",
     "PBS_ARRAY_INDEX",
     "PBS_NODENUM",
     nullptr,
     nullptr,
     nullptr,
     "PBS_JOBNAME",
     mend_pbs},
    {"lsf",
     {"LSB_JOBID", "LSB_JOBINDEX"},
     "LSB_JOBID",
     nullptr,
     nullptr,
     "LSB_JOBINDEX",
     nullptr,
     nullptr,
     nullptr,
     nullptr,
     "LSB_JOBNAME",
     mend_lsf},
    {"sge",
     {"JOB_ID", "SGE_TASK_ID", "QUEUE"},
     "JOB_ID",
     nullptr,
     nullptr,
     "SGE_TASK_ID",
     nullptr,
     nullptr,
     nullptr,
     "RESTARTED",
     "JOB_NAME",
     mend_sge},
    {"kubernetes",
     {"KUBERNETES_SERVICE_HOST", "KUBERNETES_SERVICE_PORT", "HOSTNAME"},
     "HOSTNAME",
     nullptr,
     nullptr,
     "JOB_COMPLETION_INDEX",
     nullptr,
     nullptr,
     nullptr,
     nullptr,
     nullptr,
     mend_kubernetes},
}};

SchedulerIdentity of_scheduler()
{
  for (const Scheduler& row : kSchedulers) {
    const bool holds = std::all_of(row.telling.begin(), row.telling.end(), [](const char* name) {
      return name == nullptr || is_set(name);
    });
    if (!holds) {
      continue;
    }
    SchedulerIdentity s{
        row.kind,      env(row.job),  env(row.step),    env(row.array_job), env(row.array_task),
        env(row.node), env(row.rank), env(row.restart), env(row.job_name),  env(row.ntasks)};
    row.mend(s);
    if (!s.kind.empty()) {
      return s;
    }
  }
  return {};
}

}  // namespace

SchedulerIdentity scheduler_identity(int supervisor_pid)
{
  SchedulerIdentity s = of_scheduler();
  add_launcher(s, supervisor_pid);
  return s;
}

}  // namespace gpualert
