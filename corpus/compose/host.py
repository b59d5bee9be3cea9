"""Host memory, crashes, data-loader workers, numerics, tensors."""
from collateral import *
from core import shape
from parts import *
from noise import MEGATRON_FRAMES, hf_frames, main_frames, mix, nn_frames, pl_frames, pre, tb

# -------------------------------------------------------------- oom_killer


@shape("oom_killer", "slurm-ranks", "oom_killer", "pytorch", 3)
def _(c, v):
    bad = [0, 3, 5][v]
    c.rank = bad
    lines = begin(c, ["ds", "hf", "pl"][v], c.i(6, 30))
    new = ["slurmstepd: error: Detected %d oom_kill event%s in StepId=%d.0. Some of the step tasks have been OOM Killed." % (n, "s" if n > 1 else "", c.job) for n in (1, 3)]
    old = "slurmstepd: error: Detected 2 oom-kill event(s) in StepId=%d.0 cgroup. Some of your processes may have been killed by the cgroup out-of-memory handler." % c.job
    if v == 0:
        lines += ["@@" + old, "srun: error: %s: task 0: Out Of Memory" % c.host] + watchdogs(c, [2, 3], "2.0", ms=1800000) + srun_tail(c, 2, "Aborted", cancelled=False)
    elif v == 1:
        lines += ["@@srun: error: %s: task 3: Out Of Memory" % c.host, "srun: Terminating StepId=%d.0" % c.job, "slurmstepd: error: *** STEP %d.0 ON %s CANCELLED AT %s DUE TO TASK FAILURE ***" % (c.job, c.host, c.iso())] + store_noise(c, [1]) + ["srun: error: %s: tasks 0-2: Terminated" % c.host, new[0]]
    else:
        lines += pre("[rank5]: ", tb(c, pl_frames(c) + [("torch/utils/data/dataloader.py", 1145, "_try_get_data", "raise RuntimeError(f'DataLoader worker (pid(s) {pids_str}) exited unexpectedly') from e")], "RuntimeError: DataLoader worker (pid(s) %d) exited unexpectedly" % c.pid(77))) + ["@@" + new[1], "srun: error: %s: task 5: Exited with exit code 1" % c.host]
    c.exit = [1, 137, 1][v]
    c.why = "The job went over its memory limit and the kernel killed a process of rank %d; everything else is peers or wrappers." % bad
    return lines


@shape("oom_killer", "kernel-memcg", "oom_killer", "pytorch", 2)
def _(c, v):
    lines = begin(c, ["simple", "mae"][v], c.i(10, 40))
    rss = c.i(30, 700) * 10**6
    k0 = c.i(10**4, 10**6)
    lines += ["[%d.112233] python invoked oom-killer: gfp_mask=0x%s(GFP_KERNEL), order=0, oom_score_adj=0" % (k0, c.hex(6)), "[%d.112240] Call Trace:" % k0, "[%d.112241]  dump_stack+0x6b/0x83" % k0, "[%d.112260] memory: usage %dkB, limit %dkB, failcnt %d" % (k0, rss, rss, c.i(100, 9000)),
              "[%d.113000] oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=step_0,mems_allowed=0-1,oom_memcg=/slurm/uid_%d/job_%d,task_memcg=/slurm/uid_%d/job_%d/step_0,task=python,pid=%d,uid=%d" % (k0, 5012, c.job, 5012, c.job, c.pid(), 5012),
              "@@[%d.113400] Memory cgroup out of memory: Killed process %d (python) total-vm:%dkB, anon-rss:%dkB, file-rss:%dkB, shmem-rss:%dkB, UID:5012 pgtables:%dkB oom_score_adj:0" % (k0, c.pid(), rss * 3, rss - 9000, c.i(10**5, 10**6), c.i(0, 10**6), c.i(10**5, 10**6))]
    if v == 0:
        lines += ["/var/spool/slurmd/job%d/slurm_script: line 18: %d Killed                  python train.py" % (c.job, c.pid())]
        c.exit = 137
    else:
        lines = lines[:-1] + [lines[-1].replace("Memory cgroup out of memory", "Out of memory")] + elastic(c, 1, -9, others=[(0, -15)], world=4)
        lines = [x.replace("CONSTRAINT_MEMCG,nodemask=(null)", "CONSTRAINT_NONE,nodemask=(null)") for x in lines]
        c.rank = 1
        c.exit = 1
    c.why = "The kernel's OOM killer names the process; the shell's Killed or the table's -9 only show the signal."
    return lines


@shape("oom_killer", "worker-killed", "oom_killer", "pytorch", 3)
def _(c, v):
    lines = begin(c, ["timm", "hf", "pl"][v], c.i(6, 40))
    fr = [("torch/utils/data/dataloader.py", 1120, "_try_get_data", "data = self._data_queue.get(timeout=timeout)"), ("/usr/lib/python3.10/threading.py", 324, "wait", "gotit = waiter.acquire(True, timeout)"), ("torch/utils/data/_utils/signal_handling.py", 66, "handler", "_error_if_any_worker_fails()")]
    if v == 2:
        lines += tb(c, [("/usr/lib/python3.10/concurrent/futures/process.py", 423, "wait_result_broken_or_wakeup", None)], "concurrent.futures.process.BrokenProcessPool: A process in the process pool was terminated abruptly while the future was running or pending.") + ["@@slurmstepd: error: Detected 1 oom_kill event in StepId=%d.batch. Some of the step tasks have been OOM Killed." % c.job]
    else:
        lines += tb(c, main_frames(c) + fr, "@@RuntimeError: DataLoader worker (pid %d) is killed by signal: Killed. " % c.pid(70))
        if v == 1:
            lines += ["", "The above exception was the direct cause of the following exception:", ""] + tb(c, hf_frames(c), "RuntimeError: DataLoader worker (pid(s) %d) exited unexpectedly" % c.pid(70)) + elastic(c, 0, 1, world=2)
            c.rank = 0
    c.why = "A worker process received SIGKILL for host memory; the RuntimeError in the parent is the wrapper."
    return lines


@shape("oom_killer", "deepspeed-offload", "oom_killer", "deepspeed", 2)
def _(c, v):
    lines = begin(c, "ds", 0)
    lines += ["[%s] [INFO] [utils.py:789:see_memory_usage] CPU Virtual Memory:  used = %.2f GB, percent = %.1f%%" % (c.ts(), 300 + 50 * k, 60 + 9.1 * k) for k in range(4)] + ["Loading checkpoint shards:  %d%%|%s| %d/15" % (k * 100 // 15, "█" * (k // 2), k) for k in range(c.i(3, 14))]
    c.rank = 6
    lines += ["[%s] [INFO] [launch.py:319:sigkill_handler] Killing subprocess %d" % (c.ts(), c.pid(k)) for k in range(8)] + ["@@[%s] [ERROR] [launch.py:325:sigkill_handler] ['%s/bin/python', '-u', 'sft.py', '--local_rank=7', '--zero_stage', '3', '--offload', 'cpu'] exits with return code = -9" % (c.ts(), c.env)]
    c.rank = None
    c.exit = 247
    if v:
        lines += ["E: container exit 137, reason OOMKilled"]
        c.exit = 137
    c.why = "Return code -9 while ZeRO-Offload fills host memory (percent rising to the limit): a memory kill, printed by no exception."
    return lines


@shape("oom_killer", "k8s-pbs", "oom_killer", "kubernetes", 2)
def _(c, v):
    lines = begin(c, ["simple", "fairseq"][v], 20)
    if v == 0:
        lines += ["@@pod/%s-worker-0: container pytorch terminated: reason=OOMKilled exitCode=137" % c.project] + watchdogs(c, [3], "2.5")
        c.exit = 137
    else:
        c.framework = "fairseq"
        lines += ["@@=>> PBS: job killed: mem %dkb exceeded limit %dkb" % (67109900, 67108864), "Terminated"]
        c.exit = -15
    c.why = "The resource manager killed the job for memory."
    return lines

# ----------------------------------------------------------------- ram_oom


@shape("ram_oom", "numpy", "ram_oom", "numpy", 3)
def _(c, v):
    lines = warnings(c, 2) + ["loading %s shards" % c.data] + ["shard %03d: %d rows" % (k, c.i(10**5, 10**6)) for k in range(c.i(4, 30))]
    gib = c.pick("12.0 GiB", "118. GiB", "7.45 GiB")
    cls = ["numpy.core._exceptions._ArrayMemoryError", "numpy._core._exceptions._ArrayMemoryError", "numpy.core._exceptions.MemoryError"][v]
    lines += tb(c, [("./prep.py", 71, "<module>", "table = np.concatenate(parts)"), ("<__array_function__ internals>", 200, "concatenate", None)], "@@%s: Unable to allocate %s for an array with shape (%d, %d) and data type float64" % (cls, gib, c.i(10**5, 10**7), c.i(100, 2000)))
    if v == 1:
        lines += leak(c) + atexit_noise(c)
    c.cpu_only, c.multi = True, v == 1
    c.why = "NumPy could not get memory from the system."
    return lines


@shape("ram_oom", "cpu-allocator", "ram_oom", "pytorch", 2)
def _(c, v):
    lines = begin(c, "ds", 0) + ["Loading checkpoint shards:  33%|███▎      | 5/15 [00:41<01:20,  8.1s/it]"]
    n = c.i(10**9, 10**11)
    c.rank = 2
    m = "[enforce fail at alloc_cpu.cpp:%d] err == 0. DefaultCPUAllocator: can't allocate memory: you tried to allocate %d bytes. Error code 12 (Cannot allocate memory)" % (c.pick(66, 75, 117), n)
    lines += pre(["", "[rank2]: "][v], tb(c, main_frames(c) + nn_frames(c), "@@RuntimeError: " + m)) + (ds_kill(c, 4) if v == 0 else store_noise(c, [0]) + elastic(c, 0, 1, others=[(2, 1)], world=4))
    c.why = "The CPU allocator returned ENOMEM; a RuntimeError by name, host memory by cause."
    return lines


@shape("ram_oom", "memoryerror-chain", "ram_oom", "python", 2)
def _(c, v):
    c.cpu_only = True
    lines = begin(c, "simple", 8)
    if v == 0:
        lines += tb(c, main_frames(c) + [("./cache.py", 22, "load", "self.rows = pickle.load(f)")], "@@MemoryError") + ["", "During handling of the above exception, another exception occurred:", ""] + tb(c, main_frames(c) + [("./cache.py", 26, "load", "logger.error('cache %s unreadable', path.name)")], "AttributeError: 'str' object has no attribute 'name'")
    else:
        lines += ["terminate called after throwing an instance of 'std::bad_alloc'", "@@  what():  std::bad_alloc", "./run.sh: line 9: %d Aborted                 (core dumped) ./build/tokenize_corpus --threads 64" % c.pid()]
        c.exit, c.framework = 134, "c++"
    c.why = "Memory ran out in the process itself; the second message comes from handling it or from the abort."
    return lines

# ----------------------------------------------------------- shm_bus_error


@shape("shm_bus_error", "dataloader", "runtime_error", "pytorch", 3)
def _(c, v):
    lines = begin(c, ["timm", "pl", "hf"][v], c.i(0, 10))
    a = "ERROR: Unexpected bus error encountered in worker. This might be caused by insufficient shared memory (shm)."
    b = "RuntimeError: DataLoader worker (pid %d) is killed by signal: Bus error. It is possible that dataloader's workers are out of shared memory. Please try to raise your shared memory limit." % c.pid(70)
    lines += ["@@" + a] + ([a] * c.i(1, 4) if v != 1 else []) + (["\x00" * 3 + a.lower()] if v == 2 else [])
    lines += tb(c, main_frames(c) + [("torch/utils/data/dataloader.py", 990, "_try_get_data", "data = self._data_queue.get(timeout=timeout)")], "RuntimeError: DataLoader worker (pid(s) %d, %d) exited unexpectedly" % (c.pid(70), c.pid(71)) if v == 0 else b)
    if v:
        c.rank = 1
        lines += watchdogs(c, [0], "2.4", ms=1800000) + elastic(c, 1, 1, others=[(0, -6)], world=2)
    c.why = "/dev/shm is too small for the workers' batches; the worker's death and the time-out come of it."
    return lines


@shape("shm_bus_error", "nccl-shm", "nccl", "pytorch", 2)
def _(c, v):
    c.rank = 2
    lines = nccl_info(c, 4)
    p = "%s:%d:%d [2] " % (c.host, c.pid(2), c.pid(40))
    w = ["include/shm.h:48 NCCL WARN Error while creating shared memory segment nccl-shm-send-%s-2-3-0 (size 9637888), error: No space left on device (28)" % c.hex(8), "misc/shmutils.cc:87 NCCL WARN Error: failed to extend /dev/shm/nccl-%s to 9637892 bytes, error: No space left on device (28)" % c.hex(6)][v]
    lines += ["", "@@" + p + w] + [p + "NCCL INFO transport/shm.cc:100 -> 2", p + "NCCL INFO transport.cc:34 -> 2", p + "NCCL INFO init.cc:1079 -> 2"]
    lines += pre("[rank2]: ", tb(c, main_frames(c), ["torch.distributed.DistBackendError: NCCL error in: ../torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp:1691, unhandled system error (run with NCCL_DEBUG=INFO for details), NCCL version 2.19.3", "ncclSystemError: System call (e.g. socket, malloc) or external library call failed or device error. ", "Last error:", w.split("NCCL WARN ")[1]])) + elastic(c, 2, 1, others=[(0, 1), (3, 1)], world=4)
    c.why = "NCCL could not make its segment in /dev/shm: the container's shared memory is too small; not a network error and not a full disk."
    return lines


@shape("shm_bus_error", "bus-core", "other", "pytorch", 2)
def _(c, v):
    lines = begin(c, "simple", 6)
    lines += ["@@./start.sh: line 14: %d Bus error               (core dumped) python -m train.main" % c.pid()] if v == 0 else ["OSError: [Errno 28] No space left on device: '/dev/shm/torch_%d_%d_0'" % (c.pid(), c.i(10**6, 10**9))]
    if v:
        lines = lines[:-1] + tb(c, main_frames(c) + [("torch/multiprocessing/reductions.py", 422, "reduce_storage", "metadata = storage._share_filename_cpu_()")], "@@RuntimeError: unable to write to file </torch_%d_%d_0>: No space left on device (28)" % (c.pid(), c.i(10**6, 10**9)))
        c.cls = "runtime_error"
    c.exit = [135, 1][v]
    c.multi = False
    c.why = "Shared memory ran out: a bus error, or a write to a /torch_… segment in /dev/shm."
    return lines

# ------------------------------------------------------- dataloader_worker


@shape("dataloader_worker", "exited", "runtime_error", "pytorch", 3)
def _(c, v):
    lines = begin(c, ["mae", "pl", "timm"][v], c.i(2, 20))
    m = ["RuntimeError: DataLoader worker (pid %d) exited unexpectedly with exit code 1. Details are lost due to multiprocessing. Rerunning with num_workers=0 may give better error trace." % c.pid(70), "RuntimeError: DataLoader worker (pid(s) %d) exited unexpectedly" % c.pid(70), "RuntimeError: DataLoader timed out after 120 seconds"][v]
    lines += tb(c, main_frames(c) + [("torch/utils/data/dataloader.py", 1133, "_try_get_data", "raise RuntimeError(")], "@@" + m) + dl_del(c)
    if v == 1:
        c.rank = 0
        lines += elastic(c, 0, 1, world=2)
    c.why = "A worker died or hung and left no message of its own; the __del__ trace is teardown."
    return lines


@shape("dataloader_worker", "ddp", "runtime_error", "huggingface", 2)
def _(c, v):
    bad = 3
    c.rank = bad
    lines = begin(c, "hf", 15)
    lines += pre("[rank3]: ", tb(c, hf_frames(c)[:4] + [("accelerate/data_loader.py", 454, "__iter__", "next_batch = next(dataloader_iter)"), ("torch/utils/data/dataloader.py", 1133, "_try_get_data", "raise RuntimeError(")], "@@RuntimeError: DataLoader worker (pid(s) %d, %d) exited unexpectedly" % (c.pid(71), c.pid(74)))) + watchdogs(c, [0, 1], "2.4", ms=1800000) + (elastic(c, 0, -6, others=[(3, 1)], world=4) if v == 0 else accelerate_tail(c))
    c.why = "Workers of rank 3 vanished without a reason in the log; the time-outs are the other ranks waiting."
    return lines

# ---------------------------------------------------------------- segfault


@shape("segfault", "shells", "segfault", "python", 3)
def _(c, v):
    lines = begin(c, ["simple", "nano", "timm"][v], c.i(3, 30))
    m = ["/var/spool/slurmd/job%d/slurm_script: line 25: %d Segmentation fault      (core dumped) python train.py" % (c.job, c.pid()), "[1]    %d segmentation fault (core dumped)  python train.py --amp" % c.pid(), "bash: line 1: %d Segmentation fault      python -u main.py > out.txt" % c.pid()][v]
    lines += ["@@" + m]
    c.exit, c.multi = 139, False
    c.why = "The shell reports SIGSEGV; nothing else is wrong in the log."
    return lines


@shape("segfault", "faulthandler", "segfault", "pytorch", 2)
def _(c, v):
    lines = begin(c, "hf", c.i(3, 20))
    lines += ["@@Fatal Python error: Segmentation fault", "", "Thread 0x00007f%s (most recent call first):" % c.hex(10), "  <no Python frame>", "", "Current thread 0x00007f%s (most recent call first):" % c.hex(10)] + ['  File "%s/%s", line %d in %s' % (c.site, a, c.i(30, 900), b) for a, b in [("torch/autograd/graph.py", "_engine_run_backward"), ("torch/_tensor.py", "backward"), ("accelerate/accelerator.py", "backward"), ("transformers/trainer.py", "training_step")]] + ["", "Extension modules: numpy.core._multiarray_umath, torch._C, yaml._yaml, sentencepiece._sentencepiece (total: %d)" % c.i(12, 120)]
    if v:
        c.rank = 1
        lines += elastic(c, 1, -11, others=[(0, -15)], world=2)
    else:
        lines += ["Segmentation fault (core dumped)"]
        c.exit = 139
    c.why = "A native crash; faulthandler prints where, the rest is the launcher's account of it."
    return lines


@shape("segfault", "torchrun-table", "segfault", "pytorch", 2)
def _(c, v):
    bad = c.i(1, 7)
    c.rank = bad
    lines = begin(c, "titan", c.i(5, 30))
    t = elastic(c, bad, -11, others=[((bad + 2) % 8, -15)] if v else [], old=v == 0)
    k = [i for i, x in enumerate(t) if "failed (exitcode: -11)" in x][0]
    t[k] = "@@" + t[k]
    lines += (store_noise(c, [0]) if v else []) + t
    c.why = "exitcode -11 is the only evidence: rank %d crashed with SIGSEGV, without text of its own." % bad
    return lines


@shape("segfault", "mpi-ucx", "segfault", "mpi", 2)
def _(c, v):
    bad = 2
    c.rank = bad
    lines = pre("[1,0]<stdout>:", p_simple(c, 12))
    if v == 0:
        lines += pre("[1,2]<stderr>:", ["@@[%s:%d:0:%d] Caught signal 11 (Segmentation fault: address not mapped to object at address 0x%s)" % (c.host, c.pid(2), c.pid(2), c.hex(8)), "==== backtrace (tid: %7d) ====" % c.pid(2), " 0 0x0000000000042520 __sigaction()  ???:0", " 1 0x000000000001c2af exchange_halo()  %s/src/halo.cu:%d" % (c.dir, c.i(30, 300)), "================================="]) + mpi_tail(c, bad, sig="11 (Segmentation fault)")
    else:
        lines += pre("[1,2]<stderr>:", ["[%s:%d] *** Process received signal ***" % (c.host, c.pid(2)), "@@[%s:%d] Signal: Segmentation fault (11)" % (c.host, c.pid(2)), "[%s:%d] Signal code: Address not mapped (1)" % (c.host, c.pid(2)), "[%s:%d] Failing at address: (nil)" % (c.host, c.pid(2)), "[%s:%d] *** End of error message ***" % (c.host, c.pid(2))]) + srun_tail(c, 2, "Segmentation fault (core dumped)", rest="0-1,3")
    c.exit = 139
    c.why = "Rank 2 crashed; mpirun's or srun's lines report the signal."
    return lines

# ------------------------------------------------------------------- abort


@shape("abort", "glibc", "other", "python", 3)
def _(c, v):
    lines = begin(c, ["timm", "hf", "pl"][v], c.i(3, 20))
    m = ["double free or corruption (!prev)", "malloc(): corrupted top size", "free(): invalid pointer"][v]
    lines += ["@@" + m]
    c.exit = 134
    if v == 0:
        lines += ["run.sh: line 3: %d Aborted                 (core dumped) python train.py" % c.pid()]
    elif v == 1:
        lines += ["Fatal Python error: Aborted", "", "Current thread 0x00007f%s (most recent call first):" % c.hex(10), '  File "%s/pyarrow/parquet/core.py", line 1421 in read' % c.site]
        c.exit = -6
    else:
        c.rank = 4
        lines += elastic(c, 4, -6, others=[(0, -15)])
        c.exit = 1
    c.why = "glibc found a corrupted heap and aborted."
    return lines


@shape("abort", "terminate", "other", "c++", 2)
def _(c, v):
    lines = begin(c, "simple", 6)
    lines += ["terminate called after throwing an instance of 'std::%s'" % ["out_of_range", "logic_error"][v], "@@  what():  %s" % ["vector::_M_range_check: __n (which is 512) >= this->size() (which is 512)", "basic_string: construction from null is not valid"][v], "Aborted (core dumped)"] + (["terminate called recursively"] if v else [])
    c.exit = 134
    c.why = "An uncaught C++ exception; what() says which."
    return lines


@shape("abort", "mpi-abort", "other", "mpi", 2)
def _(c, v):
    c.rank = 6
    lines = pre("[1,0]<stdout>:", p_simple(c, 8)) + pre("[1,6]<stderr>:", ["ERROR: solver did not converge after %d iterations, residual %.3e" % (c.i(500, 5000), c.f(0.001, 10))]) + ["-" * 74, "@@MPI_ABORT was invoked on rank 6 in communicator MPI_COMM_WORLD", "with errorcode %d." % [1, 77][v], "", "NOTE: invoking MPI_ABORT causes Open MPI to kill all MPI processes.", "You may or may not see output from other processes, depending on", "exactly when Open MPI kills them.", "-" * 74]
    if v:
        lines += ["[%s:%05d] 7 more processes have sent help message help-mpi-api.txt / mpi-abort" % (c.host, c.pid() % 100000), "[%s:%05d] Set MCA parameter \"orte_base_help_aggregate\" to 0 to see all help / error messages" % (c.host, c.pid() % 100000)]
    c.exit = [1, 77][v]
    c.why = "The program itself called MPI_Abort on rank 6."
    return lines

# ----------------------------------------------------- illegal_instruction


@shape("illegal_instruction", "import", "other", "tensorflow", 2)
def _(c, v):
    lines = slurm_head(c) + warnings(c, 1)
    lines += ["@@/var/spool/slurmd/job%d/slurm_script: line 12: %d Illegal instruction     (core dumped) python fit.py" % (c.job, c.pid())] if v == 0 else ["@@srun: error: %s: task 0: Illegal instruction (core dumped)" % c.host] + srun_tail(c, 1, "Illegal instruction (core dumped)", cancelled=True, rest="2-3")
    if v:
        c.rank = 0
    c.exit, c.multi = 132, v == 1
    c.why = "SIGILL on the host CPU at import: a wheel built for newer CPUs."
    return lines


@shape("illegal_instruction", "kernel-ddp", "other", "pytorch", 2)
def _(c, v):
    c.rank = 1
    lines = torchrun_head(c)
    lines += ["@@[%d.446655] traps: python[%d] trap invalid opcode ip:7f%s sp:7ff%s error:0 in libtorch_cpu.so[7f%s+1a000000]" % (c.i(10**4, 10**6), c.pid(1), c.hex(10), c.hex(9), c.hex(10))] if v == 0 else ["@@Fatal Python error: Illegal instruction", "", "Current thread 0x00007f%s (most recent call first):" % c.hex(10), '  File "%s/faiss/loader.py", line 64 in <module>' % c.site]
    lines += elastic(c, 1, -4, others=[(0, -15)], world=2)
    c.why = "An instruction that the host CPU does not have; the table shows signal 4."
    return lines

# ---------------------------------------------------------------- nan_loss


@shape("nan_loss", "silent-hf", "nan_loss", "huggingface", 3)
def _(c, v):
    lines = begin(c, "hf", c.i(8, 40))
    k = c.i(400, 900)
    rows = []
    for j in range(c.i(10, 60)):
        rows.append(["{'loss': 0.0, 'grad_norm': nan, 'learning_rate': %.4g, 'epoch': %.2f}", "{'loss': nan, 'grad_norm': nan, 'learning_rate': %.4g, 'epoch': %.2f}", "{'loss': '0', 'grad_norm': 'nan', 'learning_rate': '%.4g', 'epoch': '%.2f'}"][v] % (c.f(1e-6, 5e-5, 8), 0.8 + j / 100))
    rows[0] = "@@" + rows[0]
    lines += rows + ["{'eval_loss': nan, 'eval_runtime': %.2f, 'eval_samples_per_second': %.2f, 'epoch': 1.0}" % (c.f(9, 90, 2), c.f(9, 90, 2)), "{'train_runtime': %.2f, 'train_samples_per_second': %.3f, 'train_steps_per_second': %.3f, 'train_loss': %s, 'epoch': 1.0}" % (c.f(900, 90000, 2), c.f(9, 90), c.f(1, 9), ["0.0", "nan", "'0.31'"][v])]
    c.exit, c.multi = 0, False
    c.plain = k < 0
    c.why = "The run ends with status 0 but the loss or its gradient has been NaN since this line: finished, and useless."
    return lines


@shape("nan_loss", "explicit-stop", "nan_loss", "pytorch", 3)
def _(c, v):
    lines = begin(c, ["mae", "simple", "megatron"][v], c.i(8, 40))
    if v == 0:
        lines += ["@@Loss is nan, stopping training"] * 1 + ["{'loss_ce': tensor(nan, device='cuda:0', grad_fn=<NllLoss>)}"] + watchdogs(c, [1], "2.0", ms=1800000) + elastic(c, 0, 1, others=[(1, -6)], old=True, world=2)
        c.rank = 0
    elif v == 1:
        lines += ["@@%s [ERROR] NaN detected in loss, aborting." % c.ts(), "last good checkpoint: %s/ckpt/step_%d.pt" % (c.dir, c.i(100, 9000))] + dl_del(c)
    else:
        c.rank = 37
        lines += pre("[rank37]: ", tb(c, MEGATRON_FRAMES + [("/workspace/megatron-lm/megatron/core/rerun_state_machine.py", 501, "validate_result", "raise RuntimeError(full_message)")], "@@RuntimeError: Rank 37, node %s, device 5, iteration %d: Unexpected result nan (message='found NaN in local forward loss calculation')" % (c.hosts[4], c.i(900, 90000)))) + store_noise(c, [0, 8]) + elastic(c, 37, 1, host=c.hosts[4])
    c.why = "The program stopped because the loss is NaN; errors after it are other ranks."
    return lines


@shape("nan_loss", "storm-then-nan", "nan_loss", "deepspeed", 2)
def _(c, v):
    lines = begin(c, "ds", 15)
    s = 65536
    for k in range(c.i(4, 9)):
        lines += ["[%s] [INFO] [loss_scaler.py:190:update_scale] [deepspeed] OVERFLOW! Rank 0 Skipping step. Attempted loss scale: %d, reducing to %d" % (c.ts(), s, s // 2)]
        s //= 2
    lines += p_ds(c, 6) + ["step %d | loss nan | grad_norm nan | lr 1.2e-05" % k if k > 500 else "@@step %d | loss nan | grad_norm inf | lr 1.2e-05" % k for k in range(500, 500 + 10 * c.i(8, 60), 10)]
    c.exit = 0
    if v:
        lines += ["Saving final model", "Training completed in %d min" % c.i(30, 900)] + wandb_tail(c)
    c.multi = True
    c.why = "A few overflow skips at warm-up are harmless; from here on the loss itself is NaN until the end (status 0)."
    return lines


@shape("nan_loss", "frameworks", "nan_loss", "lightning", 3)
def _(c, v):
    if v == 0:
        lines = begin(c, "pl", 15) + tb(c, pl_frames(c) + [("lightning/pytorch/loops/utilities.py", 46, "check_finite_loss", "raise ValueError(f\"The loss returned in `training_step` is {loss}.\")")], "@@ValueError: The loss returned in `training_step` is nan.") + wandb_tail(c)
    elif v == 1:
        c.framework = "jax"
        lines = begin(c, "jax", 10) + ["Invalid nan value encountered in the output of a C++-jit/pmap function. Calling the de-optimized version."] + tb(c, main_frames(c) + [("jax/_src/debugging.py", 90, "check_special", "raise FloatingPointError(msg)")], "@@FloatingPointError: invalid value (nan) encountered in jit(train_step)")
    else:
        c.framework = "pytorch"
        lines = begin(c, "simple", 10) + ["%s/torch/autograd/__init__.py:200: UserWarning: Error detected in LogSoftmaxBackward0. Traceback of forward call that caused the error:" % c.site] + ['  File "%s/train.py", line %d, in forward' % (c.dir, c.i(20, 90)), "    logp = F.log_softmax(x, -1)", " (Triggered internally at ../torch/csrc/autograd/python_anomaly_mode.cpp:114.)"] + tb(c, main_frames(c), "@@RuntimeError: Function 'LogSoftmaxBackward0' returned nan values in its 0th output.")
    c.why = "The framework's own check found NaN; it is about numbers whatever the exception class."
    return lines


@shape("nan_loss", "keras-table", "nan_loss", "tensorflow", 2)
def _(c, v):
    if v == 0:
        lines = begin(c, "keras", 10)
        for e in range(4, 12):
            lines += ["Epoch %d/12" % e, "%s469/469 - 4s - %dms/step - accuracy: 0.0%d - loss: nan" % ("@@" if e == 4 else "", c.i(7, 12), c.i(900, 1200))]
        c.exit = 0
    else:
        c.framework = "ultralytics"
        lines = ["      Epoch    GPU_mem   box_loss   cls_loss   dfl_loss  Instances       Size"]
        for e in range(1, c.i(14, 30)):
            nan = e > 6
            lines.append("%s      %3d/30      10.1G  %9s  %9s  %9s         79        640: 100%%|██████████| 298/298 [02:%02d<00:00,  1.%02dit/s]" % ("@@" if e == 7 else "", e, "nan" if nan else c.f(0.8, 1.8), "nan" if nan else c.f(0.8, 2.5), "nan" if nan else c.f(0.9, 1.4), c.i(10, 59), c.i(10, 99)))
        c.exit = 0
    c.multi = False
    c.why = "The loss columns turn to NaN at this row and stay so; the program ends normally."
    return lines

# --------------------------------------------------------- loss_divergence


@shape("loss_divergence", "min-scale", "nan_loss", "fairseq", 3)
def _(c, v):
    if v == 0:
        lines = begin(c, "fairseq", 20)
        s = 64.0
        for _ in range(20):
            lines.append("%s | INFO | fairseq.trainer | NOTE: gradient overflow detected, ignoring gradient, setting loss scale to: %s" % (c.t.strftime("%Y-%m-%d %H:%M:%S"), s))
            s /= 2
        c.rank = None
        lines += tb(c, [("/%s/bin/fairseq-train" % c.env.strip("/"), 8, "<module>", "sys.exit(cli_main())"), ("fairseq/optim/dynamic_loss_scaler.py", 61, "check_overflow", "raise FloatingPointError(")], "@@FloatingPointError: Minimum loss scale reached (0.0001). Your loss is probably exploding. Try lowering the learning rate, using gradient clipping or increasing the batch size.")
    elif v == 1:
        c.framework, c.rank = "deepspeed", 0
        lines = begin(c, "ds", 10)
        s = 2 ** 31
        while s >= 1:
            lines.append("[%s] [INFO] [loss_scaler.py:190:update_scale] [deepspeed] OVERFLOW! Rank 0 Skipping step. Attempted loss scale: %d, reducing to %d" % (c.ts(), s, max(s // 2, 1)))
            s //= 2
        lines += pre("[rank0]: ", tb(c, main_frames(c) + [("deepspeed/runtime/fp16/loss_scaler.py", 175, "update_scale", "raise Exception(")], "@@Exception: Current loss scale already at minimum - cannot decrease scale anymore. Exiting run.")) + ds_kill(c, 4)
    else:
        c.framework = "apex"
        lines = begin(c, "mae", 10)
        s = 32768.0
        for k in range(60):
            lines.append(("@@" if k == 0 else "") + "Gradient overflow.  Skipping step, loss scaler 0 reducing loss scale to %s" % s)
            s /= 2
        lines += tb(c, main_frames(c) + [("apex/amp/handle.py", 127, "scale_loss", "should_skip = loss_scaler.update_scale()")], "ZeroDivisionError: float division by zero")
        c.why = "The loss scale was halved on every step down to 0; the division by the vanished scale is the last symptom of the divergence."
        return lines
    c.why = "The scale was halved on every step until the minimum: an overflow storm, unlike the few skips of a warm-up."
    return lines


@shape("loss_divergence", "by-numbers", "nan_loss", "pytorch", 4)
def _(c, v):
    lines = begin(c, ["nano", "hf", "megatron", "simple"][v], c.i(10, 40))
    x, rows, root = c.last[["nano_loss", "hf_loss", "mt_loss", "simple_loss"][v]], [], None
    it = c.last[["nano", "hf", "mt", "simple"][v]]
    for k in range(c.i(14, 50)):
        x = min(x * c.f(1.3, 4.0), 9e12)
        row = ["iter %d: loss %.4f, time %.2fms, mfu 31.02%%" % (it + 10 * k, x, c.f(90, 400, 2)), "{'loss': %.4f, 'grad_norm': %.3f, 'learning_rate': 0.0005, 'epoch': %.2f}" % (x, x * 9, c.last["hf_epoch"] + (k + 1) / 100) if v == 1 else "",
               " [%s] iteration %8d/  500000 | consumed samples: %12d | elapsed time per iteration (ms): 3012.1 | learning rate: 3.000000E-03 | global batch size:   512 | lm loss: %.6E | loss scale: 1.0 | grad norm: %.3f | number of skipped iterations:   0 | number of nan iterations:   0 |" % (c.ts("%Y-%m-%d %H:%M:%S.%f", 0), it + 10 * k, 512 * (it + 10 * k), x, x * 3),
               "step %d loss=%.3e gnorm=%.2e lr=1.0e-02" % (it + 100 * k, x, x * 5)][v]
        if root is None and x > 1000:
            root, row = k, "@@" + row
        rows.append(row)
    if root is None:
        rows[-1] = "@@" + rows[-1]
    lines += rows
    if v == 0:
        lines += ["run stopped: loss above 1e4 for 3 evaluations"]
        c.exit = 1
    elif v == 1:
        lines += ["{'train_runtime': 8120.2, 'train_samples_per_second': 21.1, 'train_steps_per_second': 0.33, 'train_loss': 48120033.2, 'epoch': 1.5}"]
        c.exit = 0
    elif v == 2:
        lines += tb(c, MEGATRON_FRAMES, "AssertionError: Rank 3: found NaN in local grad norm for bucket #0 in backward pass before data-parallel communication collective. Device: 3, node: %s" % c.host) + elastic(c, 3, 1)
        c.rank = None
    else:
        lines += ["early exit: training diverged"]
        c.exit = 3
    c.why = "No NaN at first: the printed loss grows by orders of magnitude step after step from here."
    return lines


@shape("loss_divergence", "spike-guard", "nan_loss", "megatron", 2)
def _(c, v):
    lines = begin(c, "megatron", 20)
    c.rank = 7
    lines += pre("[rank7]: ", tb(c, MEGATRON_FRAMES + [("/workspace/megatron-lm/megatron/core/rerun_state_machine.py", 501, "validate_result", "raise RuntimeError(full_message)")], "@@RuntimeError: Rank 7, node %s, device 7, iteration %d: Unexpected result %.3f (message='Spiky loss')" % (c.host, c.i(900, 90000), c.f(20, 900)))) if v == 0 else ["@@[%s] ERROR: loss spike: %.2f is 14.2x the median of the last 64 steps, 10th spike in a row, giving up" % (c.ts(), c.f(20, 400, 2))] + leak(c)
    if v == 0:
        lines += store_noise(c, [1]) + elastic(c, 7, 1, others=[(0, -15)])
    else:
        c.rank = None
    c.why = "A guard stopped the run because the loss had left its range."
    return lines


@shape("loss_divergence", "jax-rl", "nan_loss", "jax", 2)
def _(c, v):
    lines = begin(c, "jax", 8)
    x = 1.0
    lines = lines[:2] + ["algo: PPO, 4096 envs, clip 0.2"]
    for k in range(c.i(12, 30)):
        x *= c.f(3, 9)
        lines.append("%supdate %d: policy_loss=%.4e value_loss=%.4e entropy=%.4f" % ("@@" if k == 5 else "", k * 10, x, x * x, max(0.0, 1.2 - k / 10)))
    lines += ["value loss exceeded 1e8; stopping (diverged)"] if v == 0 else ["Training finished: 0 successful episodes"]
    c.exit, c.multi = [1, 0][v], False
    c.why = "The loss explodes by numbers alone."
    return lines

# ---------------------------------------------------------------- div_zero


@shape("div_zero", "empty-loader", "div_zero", "pytorch", 2)
def _(c, v):
    lines = begin(c, ["simple", "hf"][v], 0) + ["Found 0 images in %s/val" % c.data, "epoch 0 done"] + tb(c, main_frames(c) + [("./metrics.py", 31, "accuracy", "return correct / total")], "@@ZeroDivisionError: %s" % ["division by zero", "float division by zero"][v]) + (wandb_tail(c) if v else [])
    c.multi = v == 1
    c.why = "A mean over an empty set."
    return lines


@shape("div_zero", "fpe-rank", "div_zero", "mpi", 2)
def _(c, v):
    c.rank = 2
    lines = pre("2: ", p_simple(c, 6))
    if v == 0:
        lines += ["@@srun: error: %s: task 2: Floating point exception (core dumped)" % c.host] + srun_tail(c, 2, "Floating point exception (core dumped)", rest="0-1,3")[1:]
        c.exit = 136
    else:
        lines += pre("2: ", tb(c, [("./partition.py", 18, "split", "per_rank = len(cells) // active")], "@@ZeroDivisionError: integer division or modulo by zero")) + pre("0: ", tb(c, main_frames(c), "mpi4py.MPI.Exception: MPI_ERR_PROC_FAILED: Process Failure")) + srun_tail(c, 2, rest="0-1,3")
    c.why = "Rank 2 divided by zero; the others were terminated."
    return lines

# --------------------------------------------------------- device_mismatch

DM = "Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!"


@shape("device_mismatch", "ddp", "device_mismatch", "pytorch", 3)
def _(c, v):
    c.rank = [0, 2, 1][v]
    m = ["RuntimeError: " + DM + " (when checking argument for argument mat1 in method wrapper_CUDA_addmm)", "RuntimeError: Expected all tensors to be on the same device, but got mat2 is on cpu, different from other tensors on cuda:2 (when checking argument in method wrapper_CUDA_mm)", "RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:1 and cuda:0! (when checking argument for argument index in method wrapper__index_select)"][v]
    lines = begin(c, ["hf", "titan", "ds"][v], 0)
    body = lambda mark: tb(c, main_frames(c) + nn_frames(c), mark + m)
    lines += pre("[rank%d]: " % c.rank, body("@@")) + mix(c, *[pre("[rank%d]: " % r, body("")) for r in range(4) if r != c.rank])
    lines += [elastic(c, 3, 1, others=[(0, 1), (1, 1)], world=4), ds_kill(c, 4), elastic(c, 0, 1, others=[(1, 1)], old=True, world=4)][v]
    c.why = "All ranks make the same device mistake; the table's rank is chance."
    return lines


@shape("device_mismatch", "types", "device_mismatch", "pytorch", 2)
def _(c, v):
    lines = begin(c, "simple", c.i(0, 6))
    m = ["RuntimeError: Input type (torch.cuda.FloatTensor) and weight type (torch.FloatTensor) should be the same", "RuntimeError: Input type (torch.FloatTensor) and weight type (torch.cuda.FloatTensor) should be the same or input should be a MKLDNN tensor and weight is a dense tensor"][v]
    lines += tb(c, main_frames(c) + nn_frames(c, 3), "@@" + m) + (dl_del(c) if v else [])
    c.multi = v == 1
    c.why = "Model and input live on different devices."
    return lines


@shape("device_mismatch", "meta", "device_mismatch", "huggingface", 2)
def _(c, v):
    lines = begin(c, "hf", 0) + ["Loading checkpoint shards: 100%|██████████| 3/3 [00:11<00:00,  3.7s/it]", "Some parameters are on the meta device because they were offloaded to the cpu."]
    lines += tb(c, hf_frames(c)[:2] + [("torch/nn/modules/module.py", 1158, "convert", "return t.to(")], "@@NotImplementedError: Cannot copy out of meta tensor; no data! Please use torch.nn.Module.to_empty() instead of torch.nn.Module.to() when moving module from meta to a different device.") + (accelerate_tail(c) if v else [])
    c.multi = v == 1
    c.why = "A parameter without storage (meta device) was moved."
    return lines


@shape("device_mismatch", "lightning-metric", "device_mismatch", "lightning", 2)
def _(c, v):
    lines = begin(c, "pl", 12)
    lines += tb(c, pl_frames(c) + [("torchmetrics/metric.py", c.i(300, 560), "wrapped_func", "raise err")], "@@RuntimeError: Encountered different devices in metric calculation (see stacktrace for details). This could be due to the metric class not being on the same device as input. Instead of `metric=MulticlassAccuracy(...)` try to do `metric=MulticlassAccuracy(...).to(device)` where device corresponds to the device of the input.") if v else tb(c, pl_frames(c), "@@RuntimeError: " + DM) + ["", "During handling of the above exception, another exception occurred:", ""] + tb(c, pl_frames(c)[:2], "OSError: [Errno 9] Bad file descriptor")
    c.multi = v == 0
    c.why = "Tensors on two devices; the second exception is a logger closing."
    return lines

# ----------------------------------------------------- dtype_mismatch, shape


@shape("dtype_mismatch", "amp", "runtime_error", "pytorch", 3)
def _(c, v):
    m = ["expected scalar type Half but found Float", "mat1 and mat2 must have the same dtype, but got BFloat16 and Float", "\"addmm_impl_cpu_\" not implemented for 'Half'"][v]
    lines = begin(c, ["simple", "hf", "ds"][v], c.i(0, 5)) + tb(c, main_frames(c) + nn_frames(c), "@@RuntimeError: " + m)
    if v == 1:
        c.rank = 0
        lines += pre("[rank1]: ", tb(c, main_frames(c), "RuntimeError: " + m)) + elastic(c, 1, 1, others=[(0, 1)], world=2)
    if v == 2:
        lines += ds_kill(c, 2)
    c.multi = v > 0
    c.why = "Two floating types meet in one operation."
    return lines


@shape("dtype_mismatch", "lightning-double", "runtime_error", "lightning", 2)
def _(c, v):
    lines = begin(c, "pl", 6) + tb(c, pl_frames(c) + [("torch/nn/functional.py", 3079, "cross_entropy", "return torch._C._nn.cross_entropy_loss(input, target, weight, _Reduction.get_enum(reduction), ignore_index)")], "@@RuntimeError: " + ["Found dtype Double but expected Float", "expected scalar type Long but found Int"][v]) + atexit_noise(c)
    c.why = "The target or weight has another dtype; the atexit line is teardown."
    return lines


@shape("shape_mismatch", "torch-ddp", "runtime_error", "pytorch", 3)
def _(c, v):
    c.rank = [None, 5, 1][v]
    m = ["mat1 and mat2 shapes cannot be multiplied (%dx512 and 256x10)" % c.i(8, 256), "The size of tensor a (%d) must match the size of tensor b (%d) at non-singleton dimension 1" % (c.i(2, 4096), 4097), "stack expects each tensor to be equal size, but got [3, 224, 224] at entry 0 and [1, 224, 224] at entry 7"][v]
    lines = begin(c, ["timm", "megatron", "mae"][v], c.i(0, 25))
    if v == 2:
        lines += tb(c, main_frames(c), ["RuntimeError: Caught RuntimeError in DataLoader worker process 2.", "Original Traceback (most recent call last):", '  File "%s/torch/utils/data/_utils/worker.py", line 308, in _worker_loop' % c.site, "    data = fetcher.fetch(index)", '  File "%s/torch/utils/data/_utils/collate.py", line 172, in collate_tensor_fn' % c.site, "    return torch.stack(batch, 0, out=out)", "@@RuntimeError: " + m]) + watchdogs(c, [0], "2.0", ms=1800000) + elastic(c, 1, 1, others=[(0, -6)], old=True, world=2)
    else:
        lines += pre("[rank5]: " if v else "", tb(c, main_frames(c) + nn_frames(c), "@@RuntimeError: " + m))
        if v:
            lines += watchdogs(c, [0, 3], "2.5") + elastic(c, 0, -6, others=[(5, 1)])
    c.multi = v > 0
    c.why = "Shapes do not fit; a wrapper or the other ranks' time-outs follow."
    return lines


@shape("shape_mismatch", "np-tf-jax", "traceback", "numpy", 3)
def _(c, v):
    c.framework = ["numpy", "tensorflow", "jax"][v]
    m = ["ValueError: operands could not be broadcast together with shapes (%d,64) (63,) " % c.i(10, 999), "ValueError: Shapes (None, 10) and (None, 12) are incompatible", "TypeError: dot_general requires contracting dimensions to have the same shape, got (512,) and (256,)."][v]
    lines = begin(c, ["simple", "keras", "jax"][v], 3) + tb(c, main_frames(c), "@@" + m) + (["-" * 20, "For simplicity, JAX has removed its internal frames from the traceback of the following exception. Set JAX_TRACEBACK_FILTERING=off to include these."] if v == 2 else [])
    c.multi = False
    c.why = "Array shapes do not fit."
    return lines


@shape("segfault", "locale", "segfault", "python", 2)
def _(c, v):
    lines = begin(c, "simple", c.i(4, 20))
    lines += ["@@" + ["train.sh: Zeile 8: %d Speicherzugriffsfehler  (Speicherabzug geschrieben) python train.py" % c.pid(), "train.sh : ligne 8 : %d Erreur de segmentation  (core dumped) python train.py" % c.pid()][v]]
    c.exit, c.multi = 139, False
    c.why = "The shell reports SIGSEGV in another language; the status says the same."
    return lines
