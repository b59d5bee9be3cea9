#pragma once

#include <gpualert/run_record.hpp>

#include <string>

namespace gpualert {

// Who and where we are, from the environment and /proc; what cannot be read is left empty.
std::string host_name();
std::string boot_id();    // of this boot of the kernel: tells a dead run from a live one
std::string user_name();  // $LOGNAME, $USER or the number

// What schedulers (Slurm, PBS and Torque, Grid Engine, LSF, HTCondor, Kubernetes) and launchers
// (torchrun, MPI) call this run, from their environment; each text 256 bytes at most.
// `supervisor_pid`: the process that they started.
SchedulerIdentity scheduler_identity(int supervisor_pid);

// "20261129T210304.123456Z-node7-4711", then -job123 -array120 -task4 -step0 -rank3 -restart1
// -relaunch2 where there are any. Unique together with mkdir's EEXIST; sorts by time; shorter than
// 240 bytes.
std::string make_run_id(const Moment& start, const std::string& host, int pid,
                        const SchedulerIdentity& scheduler);

// "slurm-123.0" (job and step), "torchrun-ID" outside a scheduler, or `run_id` where neither is
// known: the ranks of one step share it.
std::string make_group(const SchedulerIdentity& scheduler, const std::string& run_id);

}  // namespace gpualert
