"""Scheduler and operator endings."""
from collateral import *
from core import shape
from parts import *
from noise import MEGATRON_FRAMES, hf_frames, main_frames, mix, nn_frames, pl_frames, pre, tb


@shape("time_limit", "slurm", "other", "pytorch", 3)
def _(c, v):
    lines = slurm_head(c) + begin(c, ["hf", "megatron", "mae"][v], c.i(20, 80), head=False)
    if v == 1:
        lines += ["WARNING: could not find the metadata file %s/ckpt/latest_checkpointed_iteration.txt" % c.dir, "    will not load any checkpoints and will start from random"] + p_megatron(c, 10)
    c.exit = [143, 15, -15][v]
    c.exit = [143, 1, -15][v]
    lines += ["@@slurmstepd: error: *** %s %d%s ON %s CANCELLED AT %s DUE TO TIME LIMIT ***" % (["JOB", "STEP", "JOB"][v], c.job, ".0" if v == 1 else "", c.host, c.iso())]
    if v == 1:
        lines += ["srun: Job step aborted: Waiting up to 32 seconds for job step to finish.", "srun: error: %s: tasks 0-7: Terminated" % c.host]
        lines += tb(c, MEGATRON_FRAMES[:2] + [("megatron/training/dist_signal_handler.py", 74, "signals_received", "all_received = all_gather_item(")], "RuntimeError: [../third_party/gloo/gloo/transport/tcp/pair.cc:534] Connection closed by peer [%s]:%d" % (c.ip[1], c.i(20000, 60000)))
    if v == 2:
        lines[-2] = lines[-2][: len(lines[-2]) // 2] + lines[-1]
        lines = lines[:-1]
    c.multi = v == 1
    c.why = "Slurm's wall-clock limit ended a healthy job; what follows is teardown."
    return lines


@shape("time_limit", "torchrun-sigterm", "other", "pytorch", 2)
def _(c, v):
    lines = begin(c, ["titan", "hf"][v], c.i(20, 50))
    a = ["slurmstepd: error: *** JOB %d ON %s CANCELLED AT %s DUE TO TIME LIMIT ***" % (c.job, c.host, c.iso())]
    b = ["W%s %d torch/distributed/elastic/agent/server/api.py:719] Received Signals.SIGTERM death signal, shutting down workers" % (c.glog("", False), c.pid())] + ["W%s %d torch/distributed/elastic/multiprocessing/api.py:897] Sending process %d closing signal SIGTERM" % (c.glog("", False), c.pid(), c.pid(k)) for k in range(8)]
    b += tb(c, [("torch/distributed/run.py", 910, "run", "elastic_launch("), ("torch/distributed/elastic/agent/server/api.py", 711, "run", "result = self._invoke_run(role)"), ("torch/distributed/elastic/multiprocessing/api.py", 84, "_terminate_process_handler", 'raise SignalException(f"Process {os.getpid()} got signal: {sigval}", sigval=sigval)')], "torch.distributed.elastic.multiprocessing.api.SignalException: Process %d got signal: 15" % c.pid())
    lines += ["@@" + a[0]] + b if v == 0 else b + ["@@" + a[0]]
    c.exit = [1, 143][v]
    c.why = "The time limit sent SIGTERM; torchelastic's SignalException is only how the launcher died."
    return lines


@shape("time_limit", "pbs-lsf", "other", "fairseq", 2)
def _(c, v):
    lines = begin(c, "fairseq", c.i(20, 90))
    if v == 0:
        lines += ["@@=>> PBS: job killed: walltime %d exceeded limit %d" % (86437, 86400), "Terminated"]
        c.exit = 271
        c.exit = -15
    else:
        lines += ["Traceback (most recent call last):", '  File "%s/bin/fairseq-train", line 8, in <module>' % c.env, "KeyboardInterrupt", "", "-" * 60, "Sender: LSF System <lsfadmin@%s>" % c.host, "Subject: Job %d: <%s> in cluster <ml> Exited" % (c.job, c.project), "", "Job <%s> was submitted from host <login2> by user <%s> in cluster <ml>" % (c.project, c.user), "@@TERM_RUNLIMIT: job killed after reaching LSF run time limit.", "Exited with exit code 140.", "", "Resource usage summary:", "", "    CPU time :                                   %d.00 sec." % c.i(9000, 900000), "    Max Memory :                                 %d MB" % c.i(9000, 90000)]
        c.exit = 140
    c.why = "The batch system's run-time limit; the job itself was making progress."
    return lines


@shape("time_limit", "lightning-requeue", "other", "lightning", 2)
def _(c, v):
    lines = begin(c, "pl", 40)
    if v == 0:
        lines[-1] += "slurmstepd: error: *** STEP %d.0 ON %s CANCELLED AT %s DUE TO TIME LIMIT ***" % (c.job, c.host, c.iso())
        lines[-1] = "@@" + lines[-1]
        lines += ["srun: Job step aborted: Waiting up to 32 seconds for job step to finish.", "[rank: 0] Received SIGTERM: 15", "Bypassing SIGTERM: 15", "\rEpoch 4:  93%|█████████▎| 18625/20000 [5:43:21<25:20,  0.90it/s, v_num=0txx, train_loss=3.400]", "srun: error: %s: task 0: Killed" % c.host]
        c.exit = 137
    else:
        lines += ["[rank: 1] Received SIGTERM: 15", "[rank: 0] Received SIGTERM: 15", "@@slurmstepd: error: *** JOB %d ON %s CANCELLED AT %s DUE TO TIME LIMIT ***" % (c.job, c.host, c.iso())] + tb(c, pl_frames(c) + [("lightning/pytorch/trainer/connectors/signal_connector.py", 112, "_sigterm_notifier_fn", "raise SIGTERMException")], "lightning.fabric.utilities.exceptions.SIGTERMException") + wandb_tail(c)
        c.exit = 143
    c.why = "Wall-clock limit; SIGTERM handling, the kill after it and the exception are its consequences."
    return lines


@shape("time_limit", "timeout-cmd", "other", "jax", 2)
def _(c, v):
    lines = begin(c, "jax", c.i(20, 80))
    if v == 0:
        lines += ["@@timeout: sending signal TERM to command ‘python’", "[job] timeout exit 124"]
        c.exit = 124
    else:
        c.framework = "kubernetes"
        lines += ["@@Job was active longer than specified deadline (DeadlineExceeded): %s-worker-0" % c.project, "command terminated with exit code 143"]
        c.exit = 143
    c.multi = False
    c.why = "A deadline set around the job expired."
    return lines

# --------------------------------------------------------------- preempted


@shape("preempted", "slurm", "other", "pytorch", 3)
def _(c, v):
    lines = slurm_head(c) + begin(c, ["hf", "pl", "nano"][v], c.i(10, 50), head=False)
    m = ["slurmstepd: error: *** JOB %d ON %s CANCELLED AT %s DUE TO PREEMPTION ***", "slurmstepd: error: *** STEP %d.0 ON %s CANCELLED AT %s DUE TO PREEMPTION ***", "slurmstepd: error: *** JOB %d ON %s CANCELLED AT %s DUE TO JOB REQUEUE ***"][v] % (c.job, c.host, c.iso())
    if v == 0:
        lines += ["@@" + m] + watchdogs(c, [1], "2.4", ms=600000)
    elif v == 1:
        lines += ["@@" + m, "srun: Job step aborted: Waiting up to 32 seconds for job step to finish.", "[rank: 0] Received SIGTERM: 15"] + tb(c, pl_frames(c), "lightning.fabric.utilities.exceptions.SIGTERMException")
    else:
        lines += ["received signal USR1 from scheduler, saving state"] + ckpt_ok(c, "s") + ["requeueing job %d" % c.job, "@@" + m]
    c.exit = [143, 1, -15][v]
    c.why = "The scheduler took the nodes back for another job; errors after it are the shutdown."
    return lines


@shape("preempted", "spot", "other", "pytorch", 2)
def _(c, v):
    lines = begin(c, "titan", c.i(10, 40))
    if v == 0:
        lines += ["@@[spot-handler] EC2 Spot interruption notice received: {\"action\": \"terminate\", \"time\": \"%sZ\"}" % c.iso(), "[spot-handler] draining node, sending SIGTERM to %d" % c.pid()] + tb(c, [("torch/distributed/run.py", 910, "run", "elastic_launch("), ("torch/distributed/elastic/multiprocessing/api.py", 84, "_terminate_process_handler", 'raise SignalException(f"Process {os.getpid()} got signal: {sigval}", sigval=sigval)')], "torch.distributed.elastic.multiprocessing.api.SignalException: Process %d got signal: 15" % c.pid())
    else:
        lines += ["@@%s preemption-watcher: metadata instance/preempted changed to TRUE, ACPI G2 Soft Off expected in 30 s" % c.iso()] + ckpt_ok(c, "s")[:1] + store_noise(c, [3])
        c.exit = 143
    c.why = "The cloud reclaimed a spot machine; the signal exception or the broken store is the effect."
    return lines


@shape("preempted", "k8s-evict", "other", "kubernetes", 2)
def _(c, v):
    lines = begin(c, "simple", 20)
    lines += ["@@%s Warning: Preempted by pod %s on node %s (priority 1000 > 0)" % (c.iso(), c.hex(8) + "-" + c.hex(4), c.host), "rpc error: code = NotFound desc = an error occurred when try to find container"] if v == 0 else ["@@Pod %s-worker-2 preempted by scheduler: higher-priority workload admitted (Kueue: Preempted due to InClusterQueue)" % c.project] + watchdogs(c, [0], "2.5")
    c.exit = [143, 134][v]
    c.why = "A higher-priority workload took the resources; nothing in the job failed."
    return lines


@shape("preempted", "jax-tpu-notice", "other", "jax", 2)
def _(c, v):
    lines = begin(c, "jax", 25)
    lines += ["@@I%s %d preemption_sync_manager.cc:%d] Received preemption notice for task /job:jax_worker/replica:0/task:2; sync point at step %d" % (c.glog("", False), c.pid(), c.i(120, 210), c.i(900, 9000))] + ckpt_ok(c, "s")
    c.rank = 2
    if v == 0:
        lines += ["saved at preemption sync point, exiting with status 143"]
        c.exit = 143
    else:
        lines += ["%s: E external/xla/xla/tsl/distributed_runtime/coordination/coordination_service.cc:1170] /job:jax_worker/replica:0/task:2 has been set to ERROR in coordination service: UNAVAILABLE: Task /job:jax_worker/replica:0/task:2 heartbeat timeout. This indicates that the remote task has failed, got preempted, or crashed unexpectedly." % c.ts("%Y-%m-%d %H:%M:%S.%f", 0), "%s: F external/xla/xla/pjrt/distributed/client.h:80] Terminating process because the JAX distributed service detected fatal errors." % c.ts("%Y-%m-%d %H:%M:%S.%f", 0), "Aborted (core dumped)"]
        c.exit = 134
    c.why = "The preemption notice came first; the lost heartbeat and abort of the others follow."
    return lines

# --------------------------------------------------------------- cancelled


@shape("cancelled", "scancel", "other", "pytorch", 3)
def _(c, v):
    lines = slurm_head(c) + begin(c, ["hf", "timm", "megatron"][v], c.i(8, 50), head=False)
    m = ["slurmstepd: error: *** JOB %d ON %s CANCELLED AT %s ***", "slurmstepd: error: *** STEP %d.0 ON %s CANCELLED AT %s DUE to SIGNAL Terminated ***", "slurmstepd: error: *** STEP %d.0 ON %s CANCELLED AT %s ***"][v] % (c.job, c.host, c.iso())
    lines += ["@@" + m]
    c.multi = v != 0
    if v == 1:
        lines = lines[:-1] + ["srun: Job step aborted: Waiting up to 32 seconds for job step to finish.", "@@" + m] + dl_del(c)
    if v == 2:
        lines += ["srun: Job step aborted: Waiting up to 32 seconds for job step to finish.", "srun: error: %s: tasks 0-7: Terminated" % c.host, "srun: error: %s: tasks 8-15: Killed" % c.hosts[1]] + store_noise(c, [9])
    c.exit = [-15, 143, 1][v]
    c.why = "Someone cancelled a running job (no DUE TO reason and no earlier error)."
    return lines


@shape("cancelled", "torchrun", "other", "pytorch", 2)
def _(c, v):
    lines = begin(c, "titan", 15)
    m = "slurmstepd: error: *** JOB %d ON %s CANCELLED AT %s ***" % (c.job, c.host, c.iso())
    sig = tb(c, [("torch/distributed/run.py", 910, "run", "elastic_launch("), ("torch/distributed/elastic/multiprocessing/api.py", 84, "_terminate_process_handler", 'raise SignalException(f"Process {os.getpid()} got signal: {sigval}", sigval=sigval)')], "torch.distributed.elastic.multiprocessing.api.SignalException: Process %d got signal: 15" % c.pid())
    lines += ["@@" + m] + sig if v == 0 else ["W%s %d torch/distributed/elastic/agent/server/api.py:719] Received Signals.SIGTERM death signal, shutting down workers" % (c.glog("", False), c.pid())] + sig + ["@@" + m]
    c.exit = 143 if v == 0 else -15
    c.why = "scancel: Slurm's CANCELLED line has no DUE TO; the SignalException is torchelastic receiving SIGTERM."
    return lines


@shape("cancelled", "pbs-condor", "other", "fairseq", 2)
def _(c, v):
    lines = begin(c, "fairseq", 20)
    if v == 0:
        lines += ["@@TERM_OWNER: job killed by owner.", "Exited by signal 15. The CPU time used is %d seconds." % c.i(900, 90000)]
        c.exit = 143
    else:
        lines += ["@@=>> PBS: job killed: job was deleted by user %s@login1 (qdel)" % c.user, "Terminated"]
        c.exit = -15
    c.multi = False
    c.why = "The batch system says that the owner deleted the job."
    return lines


@shape("cancelled", "ray-tune-stop", "other", "ray", 2)
def _(c, v):
    lines = mix(c, ray(c, c.pid(4), c.ip[0], p_hf(c, 10, bar=False)), ["%s\tINFO tune_controller.py:444 -- trial running" % c.ts()] * 4)
    lines += ["@@%s\tINFO job_manager.py:%d -- Job raysubmit_%s was stopped: Job was intentionally stopped." % (c.ts(), c.i(400, 700), c.hex(14)), "%s\tWARNING tune.py:186 -- Stop signal received (e.g. via SIGINT/Ctrl+C), ending Ray Tune run. This will try to checkpoint the experiment state one last time. Press CTRL+C (or send SIGINT/SIGKILL/SIGTERM) to skip. " % c.ts()]
    if v:
        lines += ["(raylet) A worker died or was killed while executing a task by an unexpected system error. To troubleshoot the problem, check the logs for the dead worker. Worker exit type: SYSTEM_ERROR Worker exit detail: Worker unexpectedly exits with a connection error code 2. End of file. There are some potential root causes. (1) The process is killed by SIGKILL by OOM killer due to high memory usage. (2) ray stop --force is called. (3) The worker is crashed unexpectedly due to SIGSEGV or other unexpected errors."]
    c.exit = 143
    c.why = "The job was stopped on request; Ray's list of possible reasons (OOM, SIGSEGV) is boilerplate."
    return lines


@shape("cancelled", "bad-exit-first", "other", "mpi", 2)
def _(c, v):
    lines = pre("0: ", p_simple(c, 15))
    lines += ["srun: interrupt (one more within 1 sec to abort)", "srun: StepId=%d.0 tasks 0-3: running" % c.job, "srun: sending Ctrl-C to StepId=%d.0" % c.job, "srun: forcing job termination", "slurmstepd: error: *** STEP %d.0 ON %s CANCELLED AT %s ***" % (c.job, c.host, c.iso())] if v else ["salloc: Relinquishing job allocation %d" % c.job, "srun: forcing job termination", "slurmstepd: error: *** STEP %d.0 ON %s CANCELLED AT %s ***" % (c.job, c.host, c.iso()), "salloc: Job allocation %d has been revoked." % c.job]
    k = [i for i, x in enumerate(lines) if "CANCELLED AT" in x][0]
    lines[k] = "@@" + lines[k]
    c.exit = [1, 130][v]
    if v:
        pass
    c.why = "The step was cancelled from the terminal or with its allocation."
    return lines

# ------------------------------------------------------------- interrupted


@shape("interrupted", "ctrl-c", "traceback", "pytorch", 2)
def _(c, v):
    lines = begin(c, ["nano", "mae"][v], c.i(4, 30))
    if v == 0:
        lines += ["^CTraceback (most recent call last):"] + tb(c, main_frames(c), "@@KeyboardInterrupt")[1:]
        c.exit, c.multi = 130, False
    else:
        lines += mix(c, ["Process SpawnProcess-%d:" % k for k in (1, 2)]) + tb(c, [("/usr/lib/python3.10/multiprocessing/process.py", 314, "_bootstrap", "self.run()"), ("./train.py", 88, "worker", "batch = q.get()")], "@@KeyboardInterrupt") + tb(c, main_frames(c) + [("torch/multiprocessing/spawn.py", 109, "join", "ready = multiprocessing.connection.wait(")], "KeyboardInterrupt") + atexit_noise(c)
        c.exit = -2
    c.why = "Ctrl-C."
    return lines


@shape("interrupted", "lightning-graceful", "other", "lightning", 2)
def _(c, v):
    lines = begin(c, "pl", 20)
    lines += ["", "@@Detected KeyboardInterrupt, attempting graceful shutdown ..."] + wandb_tail(c)
    c.exit = 1
    if v:
        lines = lines[:-8] + ["[rank: 1] Child process with PID %d terminated with code -2. Forcefully terminating all other processes to avoid zombies 🧟" % c.pid(1)]
    c.multi = v == 1
    c.why = "Lightning caught Ctrl-C and shut down."
    return lines


@shape("interrupted", "sigterm-elastic", "traceback", "pytorch", 2)
def _(c, v):
    lines = begin(c, "hf", 12)
    lines += ["W%s %d torch/distributed/elastic/agent/server/api.py:719] Received Signals.SIGTERM death signal, shutting down workers" % (c.glog("", False), c.pid()) if v == 0 else "W%s %d torch/distributed/elastic/agent/server/api.py:719] Received Signals.SIGHUP death signal, shutting down workers" % (c.glog("", False), c.pid())]
    lines[-1] = "@@" + lines[-1]
    lines += ["W%s %d torch/distributed/elastic/multiprocessing/api.py:897] Sending process %d closing signal %s" % (c.glog("", False), c.pid(), c.pid(k), ["SIGTERM", "SIGHUP"][v]) for k in range(4)]
    lines += tb(c, [("torch/distributed/run.py", 910, "run", "elastic_launch("), ("torch/distributed/elastic/multiprocessing/api.py", 84, "_terminate_process_handler", 'raise SignalException(f"Process {os.getpid()} got signal: {sigval}", sigval=sigval)')], "torch.distributed.elastic.multiprocessing.api.SignalException: Process %d got signal: %d" % (c.pid(), [15, 1][v]))
    c.why = "The launcher received a signal from outside (the terminal closed, or a plain kill) and no scheduler says why."
    return lines


@shape("interrupted", "megatron-exit-signal", "other", "megatron", 2)
def _(c, v):
    lines = begin(c, "megatron", 20)
    lines += ["@@exiting program after receiving SIGTERM."] + ckpt_ok(c, "m") if v == 0 else ["@@exiting program after receiving SIGTERM."] + pg_warn(c, 0) + leak(c)
    c.exit = [143, 1][v]
    c.multi = False
    c.why = "Megatron's signal handler ended the run in an orderly way on SIGTERM; no scheduler message names a reason."
    return lines
