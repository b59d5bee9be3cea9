#include "record/identity.hpp"

#include "scratch.hpp"

#include <catch2/catch.hpp>

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

using namespace gpualert;

namespace {

using Variables = std::vector<std::pair<std::string, std::string>>;

// The identity in this environment, and nothing else in it.
SchedulerIdentity identity_in(const Variables& variables)
{
  ::clearenv();
  for (const auto& [name, value] : variables) {
    ::setenv(name.c_str(), value.c_str(), 1);
  }
  return scheduler_identity(::getpid());
}

// As Slurm 22.05 set them for `sbatch --array=3` and for the srun in it.
const Variables kSlurmBatch{{"ENVIRONMENT", "BATCH"},      {"SLURM_JOB_ID", "125"},
                            {"SLURM_ARRAY_JOB_ID", "123"}, {"SLURM_ARRAY_TASK_ID", "3"},
                            {"SLURM_JOB_NAME", "train"},   {"SLURMD_NODENAME", "n1"},
                            {"SLURM_PROCID", "0"},         {"SLURM_TASKS_PER_NODE", "1"}};
const Variables kSlurmStep{{"SLURM_JOB_ID", "125"},        {"SLURM_JOB_NAME", "train"},
                           {"SLURM_STEP_ID", "2"},         {"SLURM_PROCID", "5"},
                           {"SLURM_STEP_NUM_TASKS", "64"}, {"SLURM_RESTART_COUNT", "1"},
                           {"SLURMD_NODENAME", "n2"}};

Variables with(Variables variables, const Variables& more)
{
  variables.insert(variables.end(), more.begin(), more.end());
  return variables;
}

}  // namespace

TEST_CASE("scheduler: none outside one, whatever single variables are called")
{
  const SchedulerIdentity s = identity_in({{"RANK", "2"},
                                           {"JOB_ID", "build-17"},
                                           {"JOB_NAME", "nightly"},
                                           {"SLURM_PROCID", "0"},
                                           {"PBS_JOBID", "1"},
                                           {"HOSTNAME", "desk"}});
  CHECK(s.kind.empty());
  CHECK(s.job.empty());
  CHECK(s.rank.empty());
  CHECK(s.job_name.empty());
}

TEST_CASE("slurm: a batch script is no rank, a step is")
{
  const SchedulerIdentity batch = identity_in(kSlurmBatch);
  CHECK(batch.kind == "slurm");
  CHECK(batch.job == "125");
  CHECK(batch.array_job == "123");
  CHECK(batch.array_task == "3");
  CHECK(batch.job_name == "train");
  CHECK(batch.node == "n1");
  CHECK(batch.rank.empty());
  CHECK(batch.ntasks.empty());
  const SchedulerIdentity step = identity_in(kSlurmStep);
  CHECK(step.step == "2");
  CHECK(step.rank == "5");
  CHECK(step.ntasks == "64");
  CHECK(step.restart == "1");
}

TEST_CASE("slurm: its cluster, in which alone the job's number is unique")
{
  CHECK(identity_in(kSlurmBatch).cluster.empty());
  CHECK(identity_in(with(kSlurmBatch, {{"SLURM_CLUSTER_NAME", "c1"}})).cluster == "c1");
  CHECK(identity_in({{"SLURM_CLUSTER_NAME", "c1"}}).cluster.empty());
}

TEST_CASE("slurm: a step in a batch job is one, the shell of salloc is not")
{
  // srun leaves ENVIRONMENT as it is.
  CHECK(identity_in(with(kSlurmStep, {{"ENVIRONMENT", "BATCH"}})).rank == "5");
  const SchedulerIdentity shell = identity_in(with(kSlurmStep, {{"SLURM_STEP_ID", "4294967290"}}));
  CHECK(shell.job == "125");
  CHECK(shell.step.empty());
  CHECK(shell.rank.empty());
}

TEST_CASE("pbs: OpenPBS and Torque name array tasks in their own ways")
{
  const SchedulerIdentity openpbs = identity_in({{"PBS_JOBID", "1234[7].pbs01"},
                                                 {"PBS_ARRAY_ID", "1234[].pbs01"},
                                                 {"PBS_ARRAY_INDEX", "7"},
                                                 {"PBS_JOBNAME", "sweep"},
                                                 {"PBS_NODENUM", "0"}});
  CHECK(openpbs.kind == "pbs");
  CHECK(openpbs.job == "1234[7].pbs01");
  CHECK(openpbs.array_job == "1234[].pbs01");
  CHECK(openpbs.array_task == "7");
  CHECK(openpbs.node == "0");
  const SchedulerIdentity torque =
      identity_in({{"PBS_JOBID", "88-7.head"}, {"PBS_ARRAYID", "7"}, {"PBS_JOBNAME", "sweep-7"}});
  CHECK(torque.array_job == "88");
  CHECK(torque.array_task == "7");
}

TEST_CASE("grid engine: an undefined task is none")
{
  const Variables job{
      {"JOB_ID", "42"}, {"JOB_NAME", "qtrain"}, {"QUEUE", "gpu.q"}, {"RESTARTED", "0"}};
  const SchedulerIdentity single = identity_in(with(job, {{"SGE_TASK_ID", "undefined"}}));
  CHECK(single.kind == "sge");
  CHECK(single.job == "42");
  CHECK(single.array_task.empty());
  CHECK(single.array_job.empty());
  const SchedulerIdentity task = identity_in(with(job, {{"SGE_TASK_ID", "9"}, {"RESTARTED", "1"}}));
  CHECK(task.array_job == "42");
  CHECK(task.array_task == "9");
  CHECK(task.restart == "1");
}

TEST_CASE("lsf: index 0 is no array")
{
  const SchedulerIdentity single =
      identity_in({{"LSB_JOBID", "77"}, {"LSB_JOBINDEX", "0"}, {"LSB_JOBNAME", "train"}});
  CHECK(single.kind == "lsf");
  CHECK(single.array_task.empty());
  const SchedulerIdentity task =
      identity_in({{"LSB_JOBID", "77"}, {"LSB_JOBINDEX", "3"}, {"LSB_JOBNAME", "train[1-9]"}});
  CHECK(task.array_job == "77");
  CHECK(task.array_task == "3");
  CHECK(task.job_name == "train[1-9]");
}

TEST_CASE("htcondor: from the job ad, which must be there")
{
  const test::Scratch scratch;
  const std::string ad = scratch.path() + "/.job.ad";
  std::ofstream{ad} << "Args = \"ClusterId = 1\"\nClusterId = 310\nJobBatchName = \"sweep\"\n"
                       "NumShadowStarts = 3\nProcId = 4\n";
  const SchedulerIdentity s = identity_in({{"_CONDOR_JOB_AD", ad},
                                           {"_CONDOR_SLOT", "slot1_2"},
                                           {"SLURM_JOB_ID", "5"}});  // the pool's own job
  CHECK(s.kind == "htcondor");
  CHECK(s.job == "310.4");
  CHECK(s.array_job == "310");
  CHECK(s.array_task == "4");
  CHECK(s.job_name == "sweep");
  CHECK(s.restart == "2");
  const Variables gone{{"_CONDOR_JOB_AD", ad + ".gone"}, {"_CONDOR_SLOT", "slot1_2"}};
  CHECK(identity_in(gone).kind.empty());
  CHECK(identity_in(with(gone, {{"SLURM_JOB_ID", "5"}})).kind == "slurm");
}

TEST_CASE("kubernetes: an indexed Job is an array")
{
  const Variables pod{{"KUBERNETES_SERVICE_HOST", "10.0.0.1"}, {"KUBERNETES_SERVICE_PORT", "443"}};
  const SchedulerIdentity indexed =
      identity_in(with(pod, {{"HOSTNAME", "train-llama-3"}, {"JOB_COMPLETION_INDEX", "3"}}));
  CHECK(indexed.kind == "kubernetes");
  CHECK(indexed.job == "train-llama-3");
  CHECK(indexed.array_job == "train-llama");
  CHECK(indexed.array_task == "3");
  CHECK(identity_in(with(pod, {{"HOSTNAME", "h"}, {"POD_NAME", "p-x7k2p"}})).job == "p-x7k2p");
}

TEST_CASE("torchrun: its ranks, inside a scheduler and outside one")
{
  const Variables torchrun{{"TORCHELASTIC_RUN_ID", "5f1c"},
                           {"RANK", "7"},
                           {"WORLD_SIZE", "16"},
                           {"GROUP_RANK", "1"},
                           {"LOCAL_RANK", "3"},
                           {"TORCHELASTIC_RESTART_COUNT", "2"}};
  const SchedulerIdentity alone = identity_in(torchrun);
  CHECK(alone.kind.empty());
  CHECK(alone.launcher == "torchrun");
  CHECK(alone.launch == "5f1c");
  CHECK(alone.rank == "7");
  CHECK(alone.ntasks == "16");
  CHECK(alone.node == "1");
  CHECK(alone.relaunch == "2");
  const SchedulerIdentity inside = identity_in(with(kSlurmStep, torchrun));
  CHECK(inside.kind == "slurm");
  CHECK(inside.step == "2");
  CHECK(inside.rank == "7");
  CHECK(inside.ntasks == "16");
  CHECK(inside.node == "n2");
}

TEST_CASE("torchrun: without an id of its own, the ranks of one agent belong together")
{
  const SchedulerIdentity s =
      identity_in({{"TORCHELASTIC_RUN_ID", "none"}, {"RANK", "0"}, {"WORLD_SIZE", "2"}});
  CHECK(s.launch == host_name() + "-" + std::to_string(::getppid()));
}

TEST_CASE("mpi: Open MPI, MVAPICH and Hydra")
{
  const SchedulerIdentity open = identity_in({{"OMPI_COMM_WORLD_RANK", "3"},
                                              {"OMPI_COMM_WORLD_SIZE", "8"},
                                              {"PMIX_NAMESPACE", "prterun-a-17@1"}});
  CHECK(open.launcher == "mpi");
  CHECK(open.launch == "prterun-a-17@1");
  CHECK(open.rank == "3");
  CHECK(open.ntasks == "8");
  CHECK(identity_in({{"MV2_COMM_WORLD_RANK", "1"}, {"MV2_COMM_WORLD_SIZE", "2"}}).rank == "1");
  CHECK(identity_in({{"PMI_RANK", "1"}, {"PMI_SIZE", "2"}}).ntasks == "2");
}

TEST_CASE("rank: one that a script exported does not overrule the step's")
{
  const Variables exported{{"RANK", "0"}, {"WORLD_SIZE", "64"}};
  CHECK(identity_in(with(kSlurmStep, exported)).rank == "5");
  CHECK(identity_in(with(kSlurmBatch, exported)).rank == "0");
  CHECK(identity_in(exported).ntasks == "64");
}

TEST_CASE("identity: what the environment holds is bounded")
{
  const std::string big(1U << 16U, '/');
  const SchedulerIdentity s =
      identity_in({{"SLURM_JOB_ID", big}, {"SLURM_JOB_NAME", "\r\n" + big}});
  CHECK(s.job.size() == 256);
  CHECK(s.job_name.size() == 256);
}
