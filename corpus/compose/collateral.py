"""What prints because something else failed: never the root."""
from noise import mix, pre, split, tb


def frames(c, n=6, lib="libtorch_cuda.so"):
    names = ["c10::Error::Error(c10::SourceLocation, std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >)", "c10::detail::torchCheckFail(char const*, char const*, unsigned int, std::string const&)", "c10d::ProcessGroupNCCL::WorkNCCL::checkTimeout(std::optional<std::chrono::duration<long, std::ratio<1l, 1000l> > >)", "c10d::ProcessGroupNCCL::watchdogHandler()", "c10d::ProcessGroupNCCL::ncclCommWatchdog()", "<unknown function>", "<unknown function>", "clone"]
    if "cpu" in lib:
        names[1:6] = ["<unknown function>", "<unknown function>", "c10d::TCPStore::check(std::vector<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >, std::allocator<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > > > const&)", "c10d::ProcessGroupNCCL::heartbeatMonitor()", "<unknown function>"]
    out = []
    for k in range(min(n, len(names))):
        out.append("frame #%d: %s + 0x%s (%s in %s)" % (k, names[k], c.hex(3), c.addr(), c.site + "/torch/lib/" + (lib if 0 < k < 5 else "libc10.so") if k < 6 else "/lib/x86_64-linux-gnu/libc.so.6"))
    return out


def watchdog(c, rank, era="2.5", op="ALLREDUCE", seq=None, ms=600000, text=None, mark=""):
    """A rank's watchdog block. text: what it wraps, when not a timeout."""
    seq = seq or c.at("seq", c.i(100, 900000)) + c.pick(0, 0, 0, 1)
    if text is None and not c.waited:
        c.waited = True
        c.tick(ms / 1000)
    extra = c.i(50, 9900)
    numel = c.pick(1, 8192, 16777216, 58720256)
    work = "WorkNCCL(SeqNum=%d, OpType=%s, %sTimeout(ms)=%d)" % (seq, op, "" if era == "2.0" else "NumelIn=%d, NumelOut=%d, " % (numel, numel), ms)
    run = "ran for %d milliseconds before timing out." % (ms + extra)
    if era == "2.0":
        p, who, word = "[E ProcessGroupNCCL.cpp:828] ", "[Rank %d]" % rank, "NCCL watchdog thread"
        line2 = "[E ProcessGroupNCCL.cpp:455] "
        line3 = "[E ProcessGroupNCCL.cpp:460] "
    elif era == "2.2":
        p, who, word = "[rank%d]:[E ProcessGroupNCCL.cpp:523] " % rank, "[Rank %d]" % rank, "NCCL watchdog thread"
        line2 = "[rank%d]:[E ProcessGroupNCCL.cpp:537] " % rank
        line3 = "[rank%d]:[E ProcessGroupNCCL.cpp:543] " % rank
    else:
        g = c.glog("E")
        who = "[PG ID 0 PG GUID 0(default_pg) Rank %d]" % rank if era == "2.5" else "[PG 0 (default_pg) Rank %d]" % rank
        p, word = "[rank%d]:[%s ProcessGroupNCCL.cpp:%d] " % (rank, g, c.pick(607, 616, 632, 682)), "Process group watchdog thread"
        line2 = "[rank%d]:[%s ProcessGroupNCCL.cpp:%d] " % (rank, g, c.pick(621, 630, 681))
        line3 = "[rank%d]:[%s ProcessGroupNCCL.cpp:%d] " % (rank, g, c.pick(627, 636, 695))
    out = []
    if text is None:
        if era in ("2.4", "2.5") and c.r.random() < 0.4:
            out.append(line2 + who + " failure detected by watchdog at work sequence id: %d PG status: last enqueued work: %d, last completed work: %d" % (seq, seq + c.i(0, 3), seq - 1))
        out.insert(0, mark + p + who + (" Watchdog caught collective operation timeout: " + work + " " + run))
        reason = who + " Watchdog caught collective operation timeout: " + work + " " + run
    else:
        reason = text
    out += [line2 + ("" if era == "2.0" else who + " ") + "Some NCCL operations have failed or timed out. Due to the asynchronous nature of CUDA kernels, subsequent GPU operations might run on corrupted/incomplete data.", line3 + ("" if era == "2.0" else who + " ") + "To avoid data inconsistency, we are taking the entire process down."]
    if text is not None:
        out = []
        reason = mark + text
    blk = [line3 + who + " " + word + " terminated with exception: " + split(reason)[0]] + split(reason)[1:]
    if era != "2.0" or text is not None:
        blk += ["Exception raised from %s (most recent call first):" % ("checkTimeout at ../torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp:%d" % c.i(520, 640) if text is None else "c10_cuda_check_implementation at ../c10/cuda/CUDAException.cpp:43")] + frames(c, c.i(4, 8)) + [""]
    out += blk
    what = split(reason)
    what = [w.replace("@@", "") for w in what]
    exc = "std::runtime_error" if era == "2.0" else "c10::DistBackendError" if text is None or era == "2.5" else "c10::Error"
    out += ["terminate called after throwing an instance of '%s'" % exc, "  what():  %s%s" % ("" if era == "2.0" and text is None else who + " " + word + " terminated with exception: ", what[0])] + what[1:]
    return out


def watchdogs(c, ranks, era="2.5", **kw):
    return mix(c, *[watchdog(c, r, era, **kw) for r in ranks])


def elastic(c, rank, code, script="train.py", others=(), host=None, old=False, sig=None, tb_link=True, world=8):
    """torchelastic's epilogue: agent lines, the launcher's traceback, the table."""
    host = host or c.host
    pid = c.pid(rank % 8)
    t = c.t.strftime("%Y-%m-%d_%H:%M:%S")
    out = []
    closing = [r for r in range(min(world, 8)) if r != rank % 8 and r not in [o[0] % 8 for o in others]]
    if old:
        out += ["WARNING:torch.distributed.elastic.multiprocessing.api:Sending process %d closing signal SIGTERM" % c.pid(r) for r in closing[:c.i(1, 7)]]
        out.append("ERROR:torch.distributed.elastic.multiprocessing.api:failed (exitcode: %d) local_rank: %d (pid: %d) of binary: %s/bin/python" % (code, rank % 8, pid, c.env))
    else:
        g = c.glog("E", False)
        out += ["W%s %d torch/distributed/elastic/multiprocessing/api.py:%d] Sending process %d closing signal SIGTERM" % (g[1:], c.pid(-3), c.pick(851, 897, 900), c.pid(r)) for r in closing[:c.i(1, 7)]]
        out.append("E%s %d torch/distributed/elastic/multiprocessing/api.py:%d] failed (exitcode: %d) local_rank: %d (pid: %d) of binary: %s/bin/python" % (g[1:], c.pid(-3), c.pick(826, 833, 869), code, rank % 8, pid, c.env))
    run = ("torch/distributed/launch.py", 196, "<module>", "main()") if old and c.r.random() < 0.3 else ("/%s/bin/torchrun" % c.env.strip("/"), 8, "<module>", "sys.exit(main())")
    out += tb(c, [run, ("torch/distributed/elastic/multiprocessing/errors/__init__.py", c.pick(346, 348, 355), "wrapper", "return f(*args, **kwargs)"), ("torch/distributed/run.py", c.pick(794, 806, 879, 919), "main", "run(args)"), ("torch/distributed/run.py", c.pick(785, 797, 870, 910), "run", "elastic_launch("),
                  ("torch/distributed/launcher/api.py", c.pick(134, 138), "__call__", "return launch_agent(self._config, self._entrypoint, list(args))"), ("torch/distributed/launcher/api.py", c.pick(250, 264, 269), "launch_agent", "raise ChildFailedError(")], "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: ")
    out += ["=" * 60, "%s FAILED" % script, "-" * 60, "Failures:"]
    names = {-6: "SIGABRT", -9: "SIGKILL", -11: "SIGSEGV", -15: "SIGTERM", -7: "SIGBUS", -8: "SIGFPE", -4: "SIGILL"}

    def entry(k, r, e, trace):
        return ["[%d]:" % k, "  time      : %s" % t, "  host      : %s" % host, "  rank      : %d (local_rank: %d)" % (r, r % 8), "  exitcode  : %d (pid: %d)" % (e, c.pid(r % 8)), "  error_file: <N/A>", "  traceback : " + trace]

    link = "To enable traceback see: https://pytorch.org/docs/stable/elastic/errors.html"

    def trace_of(r, e):
        return "Signal %d (%s) received by PID %d" % (-e, names[e], c.pid(r % 8)) if e in names else link
    if not others:
        out.append("  <NO_OTHER_FAILURES>")
    for k, (r, e) in enumerate(others, 1):
        out += entry(k, r, e, trace_of(r, e))
    out += ["-" * 60, "Root Cause (first observed failure):"] + entry(0, rank, code, trace_of(rank, code)) + ["=" * 60]
    return out


def accelerate_tail(c, code=1):
    return tb(c, [("/%s/bin/accelerate" % c.env.strip("/"), 8, "<module>", "sys.exit(main())"), ("accelerate/commands/accelerate_cli.py", c.pick(45, 47, 48), "main", "args.func(args)"), ("accelerate/commands/launch.py", c.i(900, 1180), "launch_command", c.pick("multi_gpu_launcher(args)", "simple_launcher(args)", "deepspeed_launcher(args)")), ("accelerate/commands/launch.py", c.i(580, 760), "simple_launcher", "raise subprocess.CalledProcessError(returncode=process.returncode, cmd=cmd)")],
              "subprocess.CalledProcessError: Command '['%s/bin/python', 'train.py', '--config', 'cfg/%s.yaml']' returned non-zero exit status %d." % (c.env, c.model, code))


def ds_kill(c, ranks=8, code=1, n=None):
    c.tick(3)
    out = ["[%s] [INFO] [launch.py:%d:sigkill_handler] Killing subprocess %d" % (c.ts(), c.pick(315, 319, 428), c.pid(k)) for k in range(ranks)]
    return out + ["[%s] [ERROR] [launch.py:%d:sigkill_handler] ['%s/bin/python', '-u', 'train.py', '--local_rank=%d', '--deepspeed', 'ds_config.json'] exits with return code = %d" % (c.ts(), c.pick(321, 325, 434), c.env, ranks - 1, code)]


def srun_tail(c, task, code="Exited with exit code 1", host=None, rest=None, step=0, cancelled=True, dots=True):
    host = host or c.host
    out = ["srun: error: %s: task %d: %s" % (host, task, code)]
    if cancelled:
        out += ["srun: Terminating StepId=%d.%d" % (c.job, step) if c.r.random() < 0.6 else "srun: launch/slurm: _step_signal: Terminating StepId=%d.%d" % (c.job, step), "slurmstepd: error: *** STEP %d.%d ON %s CANCELLED AT %s%s ***" % (c.job, step, host, c.iso(), c.pick("", "", " DUE to SIGNAL Terminated", " DUE TO TASK FAILURE"))]
        if dots:
            out.append("srun: Job step aborted: Waiting up to %d seconds for job step to finish." % c.pick(32, 32, 62, 122))
    if rest:
        out += ["srun: error: %s: tasks %s: Terminated" % (host, rest), "srun: Force Terminated StepId=%d.%d" % (c.job, step)]
    return out


def mpi_tail(c, rank, code=1, sig=None):
    bar = "-" * 74
    if sig:
        return [bar, "Primary job  terminated normally, but 1 process returned", "a non-zero exit code. Per user-direction, the job has been aborted.", bar, bar, "mpirun noticed that process rank %d with PID %d on node %s exited on signal %s." % (rank, c.pid(rank), c.host, sig), bar]
    return [bar, "Primary job  terminated normally, but 1 process returned", "a non-zero exit code. Per user-direction, the job has been aborted.", bar, bar, "mpirun detected that one or more processes exited with non-zero status, thus causing", "the job to be terminated. The first process to do so was:", "", "  Process name: [[%d,1],%d]" % (c.i(1000, 60000), rank), "  Exit code:    %d" % code, bar]


def store_noise(c, ranks):
    out = []
    for r in ranks:
        out += ["[rank%d]:[%s TCPStore.cpp:%d] [c10d] %s failed on SocketImpl(fd=%d, addr=[%s]:%d, remote=[%s]:%d): %s" % (r, c.glog("W"), c.pick(106, 125, 141), c.pick("sendBytes", "recvValue", "recvVector"), c.i(40, 99), c.hosts[1], c.i(30000, 60000), c.host, c.i(20000, 50000), c.pick("Broken pipe", "Connection reset by peer", "failed to recv, got 0 bytes")),
                "Exception raised from sendBytes at /pytorch/torch/csrc/distributed/c10d/Utils.hpp:653 (most recent call first):"] + frames(c, 3, "libtorch_cpu.so") + ["",
                "[rank%d]:[%s ProcessGroupNCCL.cpp:%d] [PG ID 0 PG GUID 0 Rank %d] Failed to check the \"should dump\" flag on TCPStore, (maybe TCPStore server has shut down too early), with error: %s" % (r, c.glog("W"), c.pick(1662, 1783), r, c.pick("Broken pipe", "Connection reset by peer"))]
    return out


def pg_warn(c, rank=0):
    return ["[rank%d]:[%s ProcessGroupNCCL.cpp:%d] Warning: WARNING: %s has NOT been destroyed %s. On normal program exit, the application should call destroy_process_group to ensure that any pending NCCL operations have finished in this process. In rare cases this process can exit before this point and block the progress of another member of the process group. This constraint has always been present,  but this warning has only been added since PyTorch 2.4 (function operator())" % (rank, c.glog("W"), c.pick(1250, 1476, 1496), c.pick("process group", "destroy_process_group()"), "before we destruct ProcessGroupNCCL")]


def dl_del(c):
    return ["Exception ignored in: <function _MultiProcessingDataLoaderIter.__del__ at %s>" % c.addr()] + tb(c, [("torch/utils/data/dataloader.py", c.pick(1466, 1478, 1604), "__del__", "self._shutdown_workers()"), ("torch/utils/data/dataloader.py", c.pick(1430, 1442, 1562), "_shutdown_workers", "w.join(timeout=_utils.MP_STATUS_CHECK_INTERVAL)"), ("/usr/lib/python3.10/multiprocessing/process.py", 149, "join", "res = self._popen.wait(timeout)"), ("torch/utils/data/_utils/signal_handling.py", 66, "handler", "_error_if_any_worker_fails()")],
              "RuntimeError: DataLoader worker (pid %d) is killed by signal: %s. " % (c.pid(60), c.pick("Terminated", "Aborted")))


def atexit_noise(c):
    if c.py in ("3.8", "3.9"):
        head = "Error in atexit._run_exitfuncs:"
    else:
        head = "Exception ignored in atexit callback: <function %s at %s>" % (c.pick("shutdown", "_exit_function", "finish"), c.addr())
    return [head] + tb(c, [("wandb/sdk/wandb_run.py", c.i(390, 450), "_atexit_cleanup", "self._finish()")] if c.r.random() < 0.5 else [("/usr/lib/python3.10/multiprocessing/util.py", 334, "_exit_function", "_run_finalizers(0)")], c.pick("BrokenPipeError: [Errno 32] Broken pipe", "ConnectionResetError: [Errno 104] Connection reset by peer", "OSError: [Errno 9] Bad file descriptor"))


def wandb_tail(c):
    return ["wandb: ", "wandb: Run history:", "wandb:   train/loss █▇▅▄▃▃▂▂▁▁", "wandb:     train/lr ▁▃▆█▇▆▅▃▂▁", "wandb: ", "wandb: 🚀 View run %s-%d at: https://wandb.ai/%s/%s/runs/%s" % (c.model, c.i(1, 99), c.user, c.project, c.hex(8)), "wandb: Synced 5 W&B file(s), 0 media file(s), %d artifact file(s) and 1 other file(s)" % c.i(0, 4), "wandb: Find logs at: ./wandb/run-%s-%s/logs" % (c.t.strftime("%Y%m%d_%H%M%S"), c.hex(8))]


def leak(c):
    return ["%s/multiprocessing/resource_tracker.py:%d: UserWarning: resource_tracker: There appear to be %d leaked semaphore objects to clean up at shutdown" % (c.site.rsplit("/", 1)[0], c.pick(216, 224, 254), c.i(1, 40)), "  warnings.warn('resource_tracker: There appear to be %d '"]


def ray(c, pid, ip, lines, color=True):
    p = "(RayTrainWorker pid=%d, ip=%s)" % (pid, ip)
    return pre("\x1b[36m%s\x1b[0m " % p if color else p + " ", lines)


def ray_tail(c, exc, n=4, ip=None):
    ip = ip or c.ip[0]
    run = "TorchTrainer_%s_00000" % c.hex(5)
    return ["%s\tERROR tune_controller.py:%d -- Trial task failed for trial %s" % (c.ts(), c.pick(1331, 1374, 1502), run)] + tb(c, [("ray/air/execution/_internal/event_manager.py", 110, "resolve_future", "result = ray.get(future)"), ("ray/_private/auto_init_hook.py", 21, "auto_init_wrapper", "return fn(*args, **kwargs)"), ("ray/_private/worker.py", c.pick(2630, 2667, 2772), "get", "raise value.as_instanceof_cause()")],
              "ray.exceptions.RayTaskError(%s): \x1b[36mray::_Inner.train()\x1b[39m (pid=%d, ip=%s, actor_id=%s, repr=TorchTrainer)" % (exc.split(":")[0].split(".")[-1], c.pid(90), ip, c.hex(32))) + ['  File "%s/ray/tune/trainable/trainable.py", line 331, in train' % c.site, "    raise skipped from exception_cause(skipped)", '  File "%s/ray/train/_internal/utils.py", line 57, in check_for_failure' % c.site, "    ray.get(object_ref)", exc,
              "%s\tERROR tune.py:1037 -- Trials did not complete: [%s]" % (c.ts(), run), "ray.train.base_trainer.TrainingFailedError: The Ray Train run failed. Please inspect the previous error messages for a cause. After fixing the issue (assuming that the error is not caused by your own application logic, but rather an error such as OOM), you can restart the run from scratch or continue this run."]


ASYNC = ["CUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.", "For debugging consider passing CUDA_LAUNCH_BLOCKING=1", "Compile with `TORCH_USE_CUDA_DSA` to enable device-side assertions.", ""]


def advice(c, sym=None, new=False, dsa=True):
    out = ["Search for `%s' in https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html for more information." % sym] if new and sym else []
    return out + (ASYNC if dsa else ASYNC[:2])
