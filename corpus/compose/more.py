"""Later shapes: second attempts, other platforms and launchers, harder mixtures."""
from collateral import *
from core import shape
from parts import *
from noise import MEGATRON_FRAMES, hf_frames, main_frames, mix, nn_frames, pl_frames, pre, tb
from comm import REMOTE, SYSTEM, nccl_exc
from gpu import kassert, lazy_frames, oom


def restart(c, local, code, left=3):
    """torchrun gives up an attempt and starts the next one."""
    g = lambda lv: "%s%s %d torch/distributed/elastic/" % (lv, c.glog("", False), c.pid(-3))
    return [g("E") + "multiprocessing/api.py:869] failed (exitcode: %d) local_rank: %d (pid: %d) of binary: %s/bin/python" % (code, local, c.pid(local), c.env), g("I") + "agent/server/api.py:889] [default] Worker group FAILED. %d/3 attempts left; will restart worker group" % left, g("I") + "agent/server/api.py:699] [default] Stopping worker group", g("I") + "agent/server/api.py:677] [default] Rendezvous'ing worker group", g("I") + "agent/server/api.py:525] [default] Rendezvous complete for workers. Result:", "  restart_count=%d" % (4 - left), "  master_addr=%s" % c.host, "  master_port=%d" % c.i(20000, 60000), "  group_world_size=1", "  local_ranks=[0, 1, 2, 3]", "  global_ranks=[0, 1, 2, 3]"]


def sagemaker(rank):
    return "[1,mpirank:%d,algo-%d]<stderr>:" % (rank, 1 + rank // 4)

# ------------------------------------------------- a second attempt decides


@shape("cuda_oom", "second-attempt", "cuda_oom", "pytorch", 2)
def _(c, v):
    lines = begin(c, "titan", 15) + watchdogs(c, [0, 2], "2.5") + restart(c, 0, -6) + ["resuming from step %d with a longer sequence length" % c.i(100, 9000)] + p_titan(c, c.i(0, 12))
    c.rank = 2
    lines += pre("[rank2]: ", tb(c, main_frames(c) + nn_frames(c), "@@" + oom(c, "2.5"))) + (elastic(c, 2, 1, others=[(0, -15)], world=4) if v == 0 else watchdogs(c, [0, 1], "2.5") + elastic(c, 0, -6, others=[(2, 1)], world=4))
    c.why = "The first attempt timed out and was restarted; the last attempt, which ended the job, ran out of device memory."
    return lines


@shape("nccl_error", "second-attempt", "nccl", "pytorch", 2)
def _(c, v):
    lines = begin(c, "hf", 10) + pre("[rank1]: ", tb(c, main_frames(c), "ConnectionResetError: [Errno 104] Connection reset by peer")) + restart(c, 1, 1) + p_hf(c, 8)
    c.rank = 3
    w = "NET/OFI Request %s completed with error. RC: 113. Error: %d (unknown error). Completed length: 0, Request: { dev: 3, size: 1048576, state: CREATED, direction: SEND }" % (c.addr(), c.i(4100, 4130)) if v == 0 else "Call to recv from %s<%d> failed : Connection timed out" % (c.ip[1], c.i(30000, 60000))
    lines += ["@@%s:%d:%d [3] %s NCCL WARN %s" % (c.host, c.pid(3), c.pid(60), ["nccl_ofi_ofi_process_completions:1381", "misc/socket.cc:51"][v], w)] + pre("[rank3]: ", tb(c, main_frames(c), nccl_exc(c, *(SYSTEM if v == 0 else REMOTE), w))) + elastic(c, 3, 1, others=[(0, 1)], world=4)
    c.why = "Attempt 1 was restarted; in attempt 2 the network plugin reports a failed transfer on rank 3."
    return lines


@shape("key_or_attr", "second-attempt", "traceback", "pytorch", 2)
def _(c, v):
    lines = begin(c, "titan", 8) + pre("[rank0]: ", tb(c, main_frames(c), oom(c, "2.5"))) + restart(c, 0, 1) + ["resume: micro batch 4 -> 2"] + p_titan(c, 4)
    c.rank = 1
    lines += pre("[rank1]: ", tb(c, main_frames(c) + [("./ckpt.py", 88, "restore", "opt.load_state_dict(state['optim'])")], ["@@KeyError: 'optim'", "@@ValueError: loaded state dict contains a parameter group that doesn't match the size of optimizer's group"][v])) + elastic(c, 1, 1, others=[(0, -15)], world=4)
    c.why = "The OOM of the first attempt was answered by a restart with a smaller batch; the second attempt died of a Python error."
    return lines


@shape("checkpoint", "second-attempt", "runtime_error", "pytorch", 2)
def _(c, v):
    lines = begin(c, "titan", 10) + ["saving checkpoint step_500"] + pre("[rank0]: ", tb(c, main_frames(c) + [("torch/serialization.py", 850, "_save", "zip_file.write_record(name, storage, num_bytes)")], "RuntimeError: [enforce fail at inline_container.cc:603] . unexpected pos %d vs %d" % (c.i(10**6, 10**7), c.i(10**6, 10**7)))) + restart(c, 0, 1) + ["resuming from step_500"]
    c.rank = 0
    lines += pre("[rank0]: ", tb(c, main_frames(c), "@@RuntimeError: PytorchStreamReader failed reading zip archive: failed finding central directory")) + (elastic(c, 0, 1, world=4) if v == 0 else store_noise(c, [1, 2]) + elastic(c, 1, 1, others=[(0, 1)], world=4))
    c.why = "The last attempt died of the truncated checkpoint that the failed save of the first attempt had left."
    return lines

# --------------------------------------- recovered trouble, then another end


@shape("time_limit", "after-recovered", "other", "huggingface", 3)
def _(c, v):
    lines = begin(c, "hf", 6)
    lines += [tb(c, hf_frames(c)[2:], oom(c, "2.3")) + ["Decreasing batch size to: 16"], ["wandb: Network error (ConnectionError), entering retry loop."] * 3 + ["Exception in thread NetStatThr:"] + tb(c, [("wandb/sdk/wandb_run.py", 264, "check_network_status", "self._loop_check_status(")], "BrokenPipeError: [Errno 32] Broken pipe"), ["ERROR:data:shard unreadable"] + tb(c, [("./data.py", 40, "open", "return tarfile.open(p)")], "OSError: [Errno 5] Input/output error: 'shard_0009.tar'") + ["skipping shard_0009.tar"]][v]
    lines += p_hf(c, c.i(40, 120))
    lines += ["@@slurmstepd: error: *** JOB %d ON %s CANCELLED AT %s DUE TO TIME LIMIT ***" % (c.job, c.host, c.iso())] + (dl_del(c) if v == 1 else [])
    c.exit = 143
    c.why = "The early error was recovered and followed by hours of progress; the time limit ended the job."
    return lines


@shape("cuda_illegal_access", "after-recovered", "cuda_runtime", "pytorch", 2)
def _(c, v):
    c.rank = 4
    lines = begin(c, "titan", 6) + ["%s:%d:%d [0] misc/socket.cc:441 NCCL WARN Call to bind failed: Address already in use" % (c.host, c.pid(), c.pid(9))] + p_titan(c, 20) + ["[rank0]: WARNING: NaN or Inf found in input tensor.", "skipped 1 step"] + p_titan(c, 15)
    lines += pre("[rank4]: ", tb(c, main_frames(c) + nn_frames(c) + [("flash_attn/flash_attn_interface.py", c.i(90, 900), "_flash_attn_varlen_backward", "dq, dk, dv, softmax_d = flash_attn_gpu.varlen_bwd(")], ["@@torch.AcceleratorError: CUDA error: an illegal memory access was encountered"] + advice(c, "cudaErrorIllegalAddress", True)))
    lines += watchdogs(c, [1, 2], "2.5") + (elastic(c, 1, -6, others=[(4, 1)]) if v == 0 else srun_tail(c, 4, rest="0-3,5-7"))
    c.why = "The socket warning and the one NaN step were recovered; rank 4's illegal access in flash attention is fatal."
    return lines


@shape("file_not_found", "after-retries", "file_not_found", "huggingface", 2)
def _(c, v):
    lines = ["'(ReadTimeoutError(\"HTTPSConnectionPool(host='huggingface.co', port=443): Read timed out. (read timeout=10)\"), '(Request ID: %s)')' thrown while requesting HEAD https://huggingface.co/%s/resolve/main/config.json" % (c.hex(8), c.model), "Retrying in 1s [Retry 1/5]."] * 2 + begin(c, "hf", 12)
    c.rank = 0
    lines += pre("[rank0]: ", tb(c, hf_frames(c)[:3] + [("transformers/trainer.py", 3300, "_load_best_model", "state_dict = torch.load(best_model_path)")], "@@FileNotFoundError: [Errno 2] No such file or directory: '%s/out/checkpoint-4000/pytorch_model.bin'" % c.dir)) + elastic(c, 0, 1, others=[(1, -15)] if v else [], world=2)
    c.why = "The hub retries succeeded long before; a checkpoint file is missing when the best model is loaded."
    return lines

# --------------------------------------------------------- other platforms


@shape("cuda_oom", "rocm", "cuda_oom", "pytorch", 2)
def _(c, v):
    c.rank = 7
    c.gpu, c.driver = "AMD Instinct MI250X", "ROCm 6.2"
    lines = pre(lambda: "%d: " % 0, begin(c, "megatron" if v else "simple", 8))
    lines += pre("7: ", tb(c, main_frames(c) + nn_frames(c), "@@torch.OutOfMemoryError: HIP out of memory. Tried to allocate 1.50 GiB. GPU 7 has a total capacity of 63.98 GiB of which 1.12 GiB is free. Of the allocated memory 60.02 GiB is allocated by PyTorch, and 1.61 GiB is reserved by PyTorch but unallocated." if v == 0 else "@@RuntimeError: HIP out of memory. Tried to allocate 640.00 MiB (GPU 7; 63.98 GiB total capacity; 61.21 GiB already allocated; 420.00 MiB free; 62.50 GiB reserved in total by PyTorch)"))
    lines += srun_tail(c, 7, rest="0-6")
    c.why = "The same shortage on an AMD device: HIP instead of CUDA in the text."
    return lines


@shape("cuda_illegal_access", "rocm-fault", "cuda_runtime", "pytorch", 2)
def _(c, v):
    c.rank = 2
    c.gpu, c.driver = "AMD Instinct MI300X", "ROCm 6.3"
    lines = begin(c, "nano", 12)
    if v == 0:
        lines += ["@@Memory access fault by GPU node-%d (Agent handle: %s) on address 0x7f%s. Reason: Page not present or supervisor privilege." % (c.i(1, 9), c.addr(), c.hex(10)), "GPU core dump failed"] + elastic(c, 2, -6, others=[(0, -15)], world=4)
    else:
        lines += pre("[rank2]: ", tb(c, main_frames(c), ["@@torch.AcceleratorError: HIP error: an illegal memory access was encountered", "HIP kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.", "For debugging consider passing AMD_SERIALIZE_KERNEL=3", "Compile with `TORCH_USE_HIP_DSA` to enable device-side assertions."])) + elastic(c, 2, 1, others=[(0, -15)], world=4)
    c.why = "An invalid access on an AMD device; the abort in the table follows."
    return lines


@shape("nccl_error", "sagemaker", "nccl", "pytorch", 2)
def _(c, v):
    c.rank = 5
    lines = pre(sagemaker(0), begin(c, "simple", 15, head=False)) + ["@@" + sagemaker(5) + "algo-2:%d:%d [1] %s NCCL WARN %s" % (c.pid(5), c.pid(60), "misc/socket.cc:538", "socketStartConnect: Connect to %s<%d> failed : Connection refused" % (c.ip[0], c.i(30000, 60000)) if v == 0 else "Net : Call to recv from %s<%d> failed : No route to host" % (c.ip[0], c.i(30000, 60000)))]
    lines += pre(sagemaker(5), tb(c, main_frames(c), nccl_exc(c, *SYSTEM, None))) + pre(sagemaker(0), tb(c, main_frames(c), nccl_exc(c, *REMOTE, None)))
    lines += ["%s sagemaker-training-toolkit ERROR    Reporting training FAILURE" % c.ts(), "%s sagemaker-training-toolkit ERROR    ExecuteUserScriptError:" % c.ts(), "ExitCode 1", "ErrorMessage \":NCCL WARN ... ncclSystemError\"", "Command \"mpirun --host algo-1,algo-2 -np 8 --allow-run-as-root -tag-output python3 train.py\""]
    c.why = "A connection between the two containers fails inside NCCL; the toolkit's error only repeats it."
    return lines


@shape("oom_killer", "determined-docker", "oom_killer", "pytorch", 2)
def _(c, v):
    p = lambda: "<info>    [%s] %s || " % (c.tick().strftime("%Y-%m-%d %H:%M:%S"), "ef45fdce")
    lines = pre(p, begin(c, "timm", 20, head=False))
    lines += ["@@" + p() + "INFO: container failed with non-zero exit code: (exit code 137), OOMKilled: true"] if v == 0 else pre(p, ["[rank: 0] DataLoader prefetch queue: 512 batches"]) + ["@@" + p() + "Memory cgroup out of memory: Killed process %d (python3) total-vm:%dkB, anon-rss:%dkB, file-rss:1024kB, shmem-rss:0kB, UID:0 pgtables:512kB oom_score_adj:999" % (c.pid(), c.i(10**7, 10**8), c.i(10**7, 10**8)), p() + "INFO: container failed with non-zero exit code: (exit code 1)"]
    c.exit = [137, 1][v]
    c.multi = v == 1
    c.why = "The container's memory limit; exit 137 alone would not prove it, the flag or the kernel line does."
    return lines


@shape("cuda_driver", "horovod-mixed", "cuda_runtime", "horovod", 2)
def _(c, v):
    c.rank = 3
    lines = pre("[0]<stdout>:", p_simple(c, 3)) + pre("[3]<stderr>:", tb(c, lazy_frames(c), ["@@RuntimeError: CUDA error: initialization error" if v == 0 else "@@RuntimeError: Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you must use the 'spawn' start method"] + (ASYNC[:2] if v == 0 else [])))
    lines += mix(c, *[pre("[%d]<stderr>:" % r, tb(c, main_frames(c), "horovod.common.exceptions.HorovodInternalError: Horovod has been shut down. This was caused by an exception on one of the ranks or an attempt to allreduce, allgather or broadcast a tensor after one of the ranks finished execution. If the shutdown was caused by an exception, you should see the exception in the log before the first shutdown message.")) for r in (0, 1)]) + tb(c, [("horovod/runner/launch.py", 837, "run_commandline", "_run(args)"), ("horovod/runner/gloo_run.py", 285, "launch_gloo", "raise RuntimeError('Horovod detected that one or more processes exited with non-zero '")], "RuntimeError: Horovod detected that one or more processes exited with non-zero status, thus causing the job to be terminated. The first process to do so was:\nProcess name: 0\nExit code: 1")
    c.why = "CUDA was initialised before a fork on rank 3; Horovod's shutdown errors and its launcher (naming process 0) follow."
    return lines


@shape("cuda_no_kernel_image", "rocm-bnb", "cuda_runtime", "pytorch", 2)
def _(c, v):
    lines = warnings(c, 2)
    if v == 0:
        c.gpu, c.driver, c.multi = "AMD Radeon RX 7900 XTX", "ROCm 6.1", False
        lines += tb(c, main_frames(c) + nn_frames(c), "@@RuntimeError: HIP error: invalid device function") + ["HIP kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect."]
    else:
        lines += ["@@Error no kernel image is available for execution on the device at line 167 in file /src/csrc/ops.cu"] + ["conda.cli.main_run: `conda run python train.py` failed."]
    c.why = "The library has no code object for this GPU architecture."
    return lines


@shape("gpu_hardware", "deepspeed-pdsh", "cuda_runtime", "deepspeed", 2)
def _(c, v):
    bad = c.hosts[2]
    c.rank = 19
    lines = pre("%s: " % c.host, begin(c, "ds", 10))
    err = ["CUDA error: Invalid access of peer GPU memory over nvlink or a hardware error", "CUDA error: uncorrectable ECC error encountered"][v]
    lines += pre("%s: " % bad, ["[rank19]: " + x for x in tb(c, main_frames(c) + [("deepspeed/runtime/zero/stage3.py", c.i(1900, 2400), "step", "self._optimizer_step(sub_group_id)")], ["@@RuntimeError: " + err] + ASYNC[:3])])
    lines += pre("%s: " % bad, ["[%d.000001] NVRM: Xid (PCI:0000:9b:00): %s" % (c.i(10**4, 10**6), ["74, pid=%d, name=python, NVLink: fatal error detected on link 4(0x0, 0x0, 0x10000, 0x0, 0x0, 0x0, 0x0)" % c.pid(3), "48, pid=%d, name=python, DBE (double bit error) on row remapper" % c.pid(3)][v])]) + mix(c, pre("%s: " % c.host, watchdogs(c, [0, 1], "2.2", ms=1800000)), pre("%s: " % c.hosts[1], watchdogs(c, [8], "2.2", ms=1800000))) + pre("%s: " % c.host, ds_kill(c, 8, -6)) + ["pdsh@%s: %s: ssh exited with exit code 250" % (c.host, c.host)]
    c.exit = 250
    c.why = "A hardware fault on %s (rank 19), confirmed by the kernel's Xid; the other hosts only time out." % bad
    return lines


@shape("cuda_device_assert", "megatron-vocab", "cuda_runtime", "megatron", 2)
def _(c, v):
    c.rank = 8 + v
    lines = begin(c, "megatron", c.i(3, 20))
    k = kassert(c, c.i(6, 40), ["embed", "index"][v])
    lines += pre("[default%d]:" % (c.rank % 8), ["@@" + k[0]] + k[1:]) + pre("[default%d]:[rank%d]: " % (c.rank % 8, c.rank), tb(c, MEGATRON_FRAMES, ["torch.distributed.DistBackendError: NCCL error in: ../torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp:2006, unhandled cuda error (run with NCCL_DEBUG=INFO for details), NCCL version 2.20.5", "ncclUnhandledCudaError: Call to CUDA function failed.", "Last error:", "Cuda failure 710 'device-side assert triggered'"])) + pre("[default0]:", watchdogs(c, [0, 16], "2.5")) + elastic(c, 0, -6, others=[(c.rank, 1)], host=c.hosts[1])
    c.why = "The kernel assertion (an id beyond the vocabulary) comes first; NCCL only quotes the broken context."
    return lines


@shape("cuda_launch_failure", "pl-nccl-wrap", "cuda_runtime", "lightning", 2)
def _(c, v):
    c.rank = 1
    lines = begin(c, "pl", 15)
    lines += ["@@[rank1]:[%s ProcessGroupNCCL.cpp:%d] [PG 0 (default_pg) Rank 1] Process group watchdog thread terminated with exception: CUDA error: %s" % (c.glog(), c.i(1414, 1621), ["unspecified launch failure", "misaligned address"][v])] + ASYNC[:3] + ["Exception raised from c10_cuda_check_implementation at ../c10/cuda/CUDAException.cpp:43 (most recent call first):"] + frames(c, 6) + ["", "terminate called after throwing an instance of 'c10::DistBackendError'"] + ["[rank: 1] Child process with PID %d terminated with code -6. Forcefully terminating all other processes to avoid zombies 🧟" % c.pid(1)]
    c.exit = [1, 137][v]
    if v:
        lines += ["Killed"]
    c.why = "The watchdog wraps a launch failure; Lightning then kills every process (the last 'Killed' is its own doing)."
    return lines


@shape("cublas_cudnn", "nvtx-graph", "cuda_runtime", "pytorch", 2)
def _(c, v):
    c.rank = 1
    lines = begin(c, "titan", 10)
    lines += pre("[rank1]: ", tb(c, main_frames(c) + nn_frames(c), "@@RuntimeError: cuDNN Frontend error: [cudnn_frontend] Error: No valid execution plans built." if v == 0 else "@@RuntimeError: GET was unable to find an engine to execute this computation")) + store_noise(c, [0]) + elastic(c, 1, 1, others=[(0, -15)], world=2)
    c.why = "cuDNN found no engine or plan for the operation."
    return lines


@shape("node_fail", "torchrun-agents", "other", "pytorch", 2)
def _(c, v):
    bad = c.hosts[1]
    lines = slurm_head(c, 2) + begin(c, "titan", 15, head=False)
    lines += ["@@srun: error: Node failure on %s" % bad] + watchdogs(c, [0, 1], "2.5") if v == 0 else ["@@slurmctld: error: Nodes %s not responding, setting DOWN" % bad, "srun: error: Node failure on %s" % bad] + store_noise(c, [0])
    lines += tb(c, [("torch/distributed/elastic/agent/server/api.py", 711, "run", "result = self._invoke_run(role)"), ("torch/distributed/elastic/rendezvous/dynamic_rendezvous.py", 1260, "num_nodes_waiting", "self._state_holder.sync()")], "torch.distributed.elastic.rendezvous.api.RendezvousConnectionError: The connection to the C10d store has failed. See inner exception for details.") + ["slurmstepd: error: *** STEP %d.0 ON %s CANCELLED AT %s DUE TO NODE FAILURE, SEE SLURMCTLD LOG FOR DETAILS ***" % (c.job, c.host, c.iso())]
    c.why = "The node was lost; the rendezvous exception of the remaining agent comes of it."
    return lines


@shape("preempted", "requeue-grace", "other", "megatron", 2)
def _(c, v):
    lines = begin(c, "megatron", 30) + ["exiting program after receiving SIGTERM."] + ckpt_ok(c, "m") + ["@@slurmstepd: error: *** STEP %d.0 ON %s CANCELLED AT %s DUE TO PREEMPTION ***" % (c.job, c.host, c.iso()), "srun: Job step aborted: Waiting up to 62 seconds for job step to finish."] + (["srun: error: %s: tasks 0-7: Exited with exit code 1" % c.host] if v else ["srun: error: %s: tasks 0-7: Killed" % c.host])
    c.exit = [137, 1][v]
    c.why = "The program stopped on SIGTERM because the scheduler preempted the job; the kill is the end of the grace time."
    return lines


@shape("stall", "dataloader-hang", "other", "lightning", 2)
def _(c, v):
    lines = begin(c, "pl", 25)
    lines += ["", "@@%s watchdog.sh: no new bytes in output for %d min, training considered stuck" % (c.iso(), c.i(30, 90))] + ["py-spy: Thread %d (idle): \"MainThread\"" % c.pid(), "    select (selectors.py:416)", "    wait (multiprocessing/connection.py:931)", "    _try_get_data (torch/utils/data/dataloader.py:1131)"] + (["Terminated"] if v == 0 else ["KeyboardInterrupt", "Exception ignored in: <function _MultiProcessingDataLoaderIter.__del__ at %s>" % c.addr()])
    c.exit = [143, 130][v]
    c.why = "The job hung without an error; the external watchdog's signal ended it."
    return lines


@shape("rendezvous", "world-size", "traceback", "pytorch", 2)
def _(c, v):
    lines = slurm_head(c, 2)
    c.rank = 0
    if v == 0:
        lines += ["[rank0]:[W%s TCPStore.cpp:%d] [c10d] waiting for clients" % (c.glog(""), 300)] + pre("[rank0]: ", tb(c, main_frames(c) + [("torch/distributed/rendezvous.py", 189, "_create_c10d_store", "return TCPStore(")], "@@torch.distributed.DistStoreError: Timed out after 601 seconds waiting for clients. 8/16 clients joined.")) + srun_tail(c, 0, rest="1-7")
    else:
        c.cls = "runtime_error"
        lines += tb(c, main_frames(c) + [("torch/distributed/distributed_c10d.py", 1300, "init_process_group", "_store_based_barrier(rank, store, group_name, world_size, timeout)")], "@@RuntimeError: Timed out initializing process group in store based barrier on rank: 0, for key: store_based_barrier_key:1 (world_size=16, worker_count=8, timeout=0:30:00)") + srun_tail(c, 0, rest="1-7")
    c.why = "Half of the processes never joined: the second node did not start or has another world size."
    return lines


@shape("loss_divergence", "skip-count", "nan_loss", "internevo", 2)
def _(c, v):
    lines, s = [], 65536.0
    for k in range(c.i(70, 130)):
        bad = k > 40
        if bad:
            s = max(s / 2, 1.0)
        lines.append("%s INFO pipeline.py:558 in record_current_batch_training_metrics -- tflops=%.2f step=%d loss=%s tgs (tokens/gpu/second)=%.1f lr=4e-04 loss_scale=%s grad_norm={'0_default': %s} inf_nan_skip_batches=%d fwd_bwd_time=%.2f" % (c.ts(), c.f(120, 190, 2), k, "%.4f" % (c.f(2, 3) if not bad else c.f(8, 60)), c.f(3000, 4400, 1), s, "-1" if bad else "%.3f" % c.f(0.4, 2), max(0, k - 40), c.f(2, 8, 2)))
        if k == 50:
            lines[-1] = "@@" + lines[-1]
        c.tick(4)
    lines += ["%s WARNING trainer.py:201 in step -- Overflow occurs, please check it." % c.ts(), "aborting: 60 consecutive skipped batches"] if v == 0 else ["%s ERROR train.py:88 -- Exception: grad overflow in every step since step 41, stop" % c.ts()]
    c.why = "From step 41 every batch is skipped and the loss scale runs to its minimum: a lasting overflow storm, not a warm-up (root: the tenth skip in a row)."
    return lines


@shape("device_mismatch", "generate-multi", "device_mismatch", "ray", 2)
def _(c, v):
    w = (c.pid(12), c.ip[1])
    c.rank = None
    m = ["RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:1 and cuda:0! (when checking argument for argument mat2 in method wrapper_CUDA_bmm)", "RuntimeError: Expected all tensors to be on the same device, but got index is on cuda:0, different from other tensors on cpu (when checking argument in method wrapper_CUDA__index_select)"][v]
    lines = ray(c, w[0], w[1], p_hf(c, 4, bar=False)) + ray(c, w[0], w[1], tb(c, main_frames(c) + nn_frames(c), "@@" + m)) + ray_tail(c, m, ip=w[1])
    c.why = "The worker mixes two devices; Ray repeats the exception twice."
    return lines


@shape("nan_loss", "ranks-fp8", "nan_loss", "megatron", 2)
def _(c, v):
    lines = begin(c, "megatron", 25)
    rows = []
    for k in range(c.i(6, 40)):
        rows.append(" [%s] iteration %8d/  500000 | consumed samples: %12d | elapsed time per iteration (ms): 3001.9 | learning rate: 1.200000E-04 | global batch size:   512 | %s | loss scale: 1.0 | grad norm: nan | number of skipped iterations:   1 | number of nan iterations:   1 |" % (c.ts("%Y-%m-%d %H:%M:%S.%f", 0), c.last["mt"] + 10 * k, 512 * (c.last["mt"] + 10 * k), "lm loss: NAN" if v else "loss: nan"))
    rows[0] = "@@" + rows[0]
    lines += rows
    if v == 0:
        lines += ["[exiting program at iteration %d] datetime: %s " % (c.last["mt"] + 400, c.ts("%Y-%m-%d %H:%M:%S", 0))]
        c.exit, c.multi = 0, False
    else:
        lines += ["slurmstepd: error: *** JOB %d ON %s CANCELLED AT %s ***" % (c.job, c.host, c.iso())]
        c.exit = -15
        c.multi = True
    c.why = "The loss is NaN from this iteration on" + ("; the operator cancelled the hopeless run." if v else " and the run ended with status 0.")
    return lines


@shape("segfault", "ray-worker", "segfault", "ray", 2)
def _(c, v):
    w = (c.pid(12), c.ip[1])
    lines = ray(c, w[0], w[1], p_hf(c, 6, bar=False)) + ray(c, w[0], w[1], ["@@*** SIGSEGV received at time=17%d on cpu %d ***" % (c.i(10**7, 9 * 10**7), c.i(0, 127)), "PC: @     %s  (unknown)  decord::runtime::GetBatch()" % c.addr(), "    @     %s  (unknown)  (unknown)" % c.addr(), "[%s E %d %d] logging.cc:361: *** SIGSEGV received at time=17 on cpu 3 ***" % (c.ts(), w[0], w[0]), "Fatal Python error: Segmentation fault", "", '  File "%s/decord/video_reader.py", line 175 in get_batch' % c.site])
    lines += ["%s\tWARNING worker.py:2107 -- A worker died or was killed while executing a task by an unexpected system error. Worker exit type: SYSTEM_ERROR Worker exit detail: Worker unexpectedly exits with a connection error code 2. End of file. There are some potential root causes. (1) The process is killed by SIGKILL by OOM killer due to high memory usage. (2) ray stop --force is called. (3) The worker is crashed unexpectedly due to SIGSEGV or other unexpected errors." % c.ts()] + (ray_tail(c, "ray.exceptions.ActorDiedError: The actor died unexpectedly before finishing this task.", ip=w[1]) if v else [])
    c.why = "The worker's own SIGSEGV report; Ray's OOM suggestion is boilerplate."
    return lines


@shape("oom_killer", "ray-memory", "oom_killer", "ray", 2)
def _(c, v):
    w = (c.pid(12), c.ip[1])
    lines = ray(c, w[0], w[1], p_hf(c, 6, bar=False))
    if v == 0:
        lines += ["@@(raylet, ip=%s) [%s E %d %d] (raylet) node_manager.cc:3193: 1 Workers (tasks / actors) killed due to memory pressure (OOM), 0 Workers crashed due to other reasons at node (ID: %s, IP: %s) over the last time period. To see more information about the Workers killed on this node, use `ray logs raylet.out -ip %s`" % (w[1], c.ts(), c.pid(2), c.pid(2), c.hex(56), w[1], w[1])] + ray_tail(c, "ray.exceptions.OutOfMemoryError: Task was killed due to the node running low on memory.", ip=w[1])
    else:
        lines += tb(c, main_frames(c), "@@ray.exceptions.OutOfMemoryError: Task was killed due to the node running low on memory.\nMemory on the node (IP: %s, ID: %s) where the task (actor ID: %s, name=RayTrainWorker.__init__, pid=%d, memory used=%.2fGB) was running was %.2fGB / %.2fGB (0.95%%), which exceeds the memory usage threshold of 0.95." % (w[1], c.hex(56), c.hex(32), w[0], c.f(20, 90, 2), 239.41, 251.52)) + ["Refer to the documentation on how to address the out of memory issue: https://docs.ray.io/en/latest/ray-core/scheduling/ray-oom-prevention.html."]
    c.why = "Ray's memory monitor killed the worker for host memory before the kernel did."
    return lines


@shape("nccl_error", "jax-nccl", "nccl", "jax", 2)
def _(c, v):
    lines = begin(c, "jax", 20)
    c.rank = 4
    t = c.ts("%Y-%m-%d %H:%M:%S.%f", 0)
    m = ["jaxlib.xla_extension.XlaRuntimeError: INTERNAL: NCCL operation ncclGroupEnd() failed: unhandled system error (run with NCCL_DEBUG=INFO for details). Last NCCL warning(error) log entry (may be unrelated) 'Call to connect returned Connection timed out'.", "jax.errors.JaxRuntimeError: INTERNAL: NCCL operation ncclCommInitRankConfig(&comm, nranks, id, rank, &config) failed: internal error - please report this issue to the NCCL developers. Last NCCL warning(error) log entry (may be unrelated) ''."][v]
    lines += pre("4: ", tb(c, main_frames(c), "@@" + m)) + pre("0: ", ["%s: E external/xla/xla/tsl/distributed_runtime/coordination/coordination_service.cc:1170] /job:jax_worker/replica:0/task:4 has been set to ERROR in coordination service: UNAVAILABLE: Task /job:jax_worker/replica:0/task:4 heartbeat timeout. This indicates that the remote task has failed, got preempted, or crashed unexpectedly. Check the task logs for an earlier error to debug further." % t] * (1 + v)) + srun_tail(c, 4, rest="0-3,5-7")
    c.why = "XLA's collective failed in NCCL on rank 4; the coordination service then misses that task's heartbeat."
    return lines


@shape("interrupted", "plain-term", "other", "python", 2)
def _(c, v):
    lines = begin(c, "simple", 15) + ["@@" + ["Terminated", "Hangup"][v]]
    c.exit, c.multi = [143, 129][v], False
    c.plain = True
    c.why = "A signal from outside and no scheduler line: %s." % ["SIGTERM", "the terminal went away"][v]
    return lines


@shape("disk_full", "ddp-tensorboard", "traceback", "lightning", 2)
def _(c, v):
    c.rank = 0
    lines = begin(c, "pl", 15) + ["Exception in thread Thread-3 (_run):"] + tb(c, [("tensorboard/summary/writer/event_file_writer.py", 233, "run", "self._record_writer.write(data)")], "@@OSError: [Errno 28] No space left on device") + ["", "During handling of the above exception, another exception occurred:", ""] + pre("[rank0]: ", tb(c, pl_frames(c)[:4] + [("lightning/fabric/plugins/io/torch_io.py", 58, "save_checkpoint", "_atomic_save(checkpoint, path)")], "OSError: [Errno 28] No space left on device: '%s/lightning_logs/version_3/checkpoints/last.ckpt'" % c.dir))
    lines += watchdogs(c, [1], "2.4") + elastic(c, 1, -6, others=[(0, 1)], world=2) if v == 0 else ["[rank: 0] Child process with PID %d terminated with code 1. Forcefully terminating all other processes to avoid zombies 🧟" % c.pid()]
    c.why = "The disk filled up: first the logger's thread, then the checkpoint of rank 0."
    return lines


@shape("network", "ddp-stream", "traceback", "pytorch", 2)
def _(c, v):
    c.rank = 5
    lines = begin(c, "titan", 20) + ["WARNING:streaming:download attempt %d of 5 failed: Read timed out. (read timeout=60)" % k for k in range(1, 6)]
    lines += pre("[rank5]: ", tb(c, main_frames(c) + [("streaming/base/storage/download.py", 60, "download", "raise e")], ["@@urllib3.exceptions.ReadTimeoutError: HTTPSConnectionPool(host='storage.%s.internal', port=443): Read timed out. (read timeout=60)" % c.project, "@@requests.exceptions.HTTPError: 503 Server Error: Service Unavailable for url: https://storage.%s.internal/shard_00041.mds" % c.project][v])) + watchdogs(c, [0, 1, 2], "2.5") + elastic(c, 0, -6, others=[(5, 1)])
    c.why = "Rank 5 could not fetch a shard after five attempts; the others waited for it."
    return lines


@shape("auth", "expired-s3-ranks", "traceback", "pytorch", 2)
def _(c, v):
    c.rank = 3
    lines = begin(c, "titan", 25)
    lines += pre("[rank3]: ", tb(c, main_frames(c) + [("botocore/client.py", 1023, "_make_api_call", "raise error_class(parsed_response, operation_name)")], ["@@botocore.exceptions.ClientError: An error occurred (ExpiredToken) when calling the GetObject operation: The provided token has expired.", "@@google.auth.exceptions.RefreshError: ('invalid_grant: Token has been expired or revoked.', {'error': 'invalid_grant'})"][v])) + store_noise(c, [0]) + elastic(c, 3, 1, others=[(0, -15)], world=4)
    c.why = "A token expired in the middle of the run; the store noise is the teardown."
    return lines


@shape("compile", "nvcc-make", "other", "c++/cuda", 2)
def _(c, v):
    lines = ["[ %d%%] Building CUDA object src/CMakeFiles/kernels.dir/attn.cu.o" % c.i(3, 80)] + (["/build/src/attn.cu(%d): error: identifier \"__nv_fp8_e4m3\" is undefined" % c.i(10, 900), "", "1 error detected in the compilation of \"/build/src/attn.cu\"."] if v == 0 else ["ptxas fatal   : Unresolved extern function 'wgmma_fence'"]) + ["make[2]: *** [src/CMakeFiles/kernels.dir/build.make:76: src/CMakeFiles/kernels.dir/attn.cu.o] Error %d" % [1, 255][v], "make[1]: *** [CMakeFiles/Makefile2:112: src/CMakeFiles/kernels.dir/all] Error 2", "make: *** [Makefile:136: all] Error 2"]
    lines[1] = "@@" + lines[1]
    c.exit = 2
    c.multi = True
    c.why = "The compiler's message; make repeats it three times."
    return lines


@shape("missing_module", "ranks", "missing_module", "deepspeed", 2)
def _(c, v):
    c.rank = None
    one = tb(c, [("./train.py", 7, "<module>", "from data import build"), ("./data.py", 3, "<module>", "import webdataset as wds")], "ModuleNotFoundError: No module named 'webdataset'")
    a = list(one)
    a[-1] = "@@" + a[-1]
    lines = ds_head(c) + a + one + one + one + ds_kill(c, 4) if v == 0 else torchrun_head(c) + a + one + elastic(c, 1, 1, others=[(0, 1)], world=2)
    c.why = "Every rank misses the same module; the launcher's lines only count them."
    return lines


@shape("config_usage", "megatron-args", "other", "megatron", 2)
def _(c, v):
    c.rank = None
    u = ["usage: pretrain_gpt.py [-h] [--num-layers NUM_LAYERS] [--hidden-size HIDDEN_SIZE] ...", ["pretrain_gpt.py: error: argument --seq-length: expected one argument", "pretrain_gpt.py: error: ambiguous option: --lr-decay could match --lr-decay-style, --lr-decay-iters, --lr-decay-samples"][v]]
    lines = torchrun_head(c) + [u[0], "@@" + u[1]] + u * 7 + elastic(c, 5, 2, others=[(0, 2), (1, 2)])
    c.why = "All ranks reject the same command line at once."
    return lines


@shape("assertion", "tf-jax-chex", "assertion", "jax", 2)
def _(c, v):
    m = ["AssertionError: [Chex] Assertion assert_shape failed: expected shape (8, 128), got (8, 127)", "AssertionError: data axis (6) must divide the number of devices (8)"][v]
    lines = begin(c, "jax", 4) + tb(c, main_frames(c), "@@" + m) + ["Error in atexit._run_exitfuncs:"] + tb(c, [("jax/_src/distributed.py", 168, "shutdown", "global_state.shutdown()")], "jaxlib.xla_extension.XlaRuntimeError: DEADLINE_EXCEEDED: Deadline Exceeded")
    c.why = "An assertion of the program; the distributed shutdown fails afterwards."
    return lines


@shape("runtime_error", "nested-wrappers", "runtime_error", "huggingface", 2)
def _(c, v):
    c.rank = 2
    m = ["RuntimeError: Some tensors share memory, this will lead to duplicate memory on disk and potential differences when loading them again: [{'lm_head.weight', 'model.embed_tokens.weight'}].", "RuntimeError: The server refused the schedule: pipeline depth 8 needs at least 8 microbatches"][v]
    lines = begin(c, "hf", 10) + pre("[rank2]: ", tb(c, hf_frames(c)[:3], "@@" + m)) + watchdogs(c, [0, 1], "2.4") + elastic(c, 0, -6, others=[(2, 1)], world=4) + accelerate_tail(c)
    c.why = "Rank 2's RuntimeError, then time-outs, the table of rank 0 and accelerate's CalledProcessError."
    return lines


@shape("unknown", "truncated-early", "traceback", "megatron", 2)
def _(c, v):
    lines = begin(c, ["megatron", "hf"][v], c.i(2, 10))
    lines += pre("[rank6]: ", tb(c, MEGATRON_FRAMES[:4], "RuntimeError"))[:-1] if v == 0 else ["Traceback (most recent call last):"]
    c.exit, c.plain, c.multi = 1, True, False
    c.rank = [6, None][v]
    c.why = "The log was cut before the exception line: a traceback begins, its cause is not there."
    return lines

# ----------------------------------------------------------------- success


@shape("success", "long-noisy", "success", "megatron", 2, multi=False)
def _(c, v):
    c.why = "Thousands of lines with NCCL noise, skipped steps and one restart of a logger; training finished."
    lines = begin(c, "megatron", 400) + nccl_info(c, 8, dense=True) + ["%s:%d:%d [5] proxy.cc:1458 NCCL WARN [Service thread] Accept failed Resource temporarily unavailable" % (c.host, c.pid(5), c.pid(50))] + p_megatron(c, 900 if v else 300) + ["wandb: ERROR Error while calling W&B API: rate limit exceeded (<Response [429]>)"] + p_megatron(c, 200)
    return lines + ["[after training is done] datetime: %s " % c.ts("%Y-%m-%d %H:%M:%S", 0)] + ckpt_ok(c, "m")


@shape("success", "sagemaker-k8s", "success", "pytorch", 2, multi=False)
def _(c, v):
    c.why = "Platform messages about probes, retries and SIGTERM at scale-down; the training itself reported success."
    lines = ["Warning  Unhealthy  readiness probe failed: HTTP probe failed with statuscode: 503", "Back-off restarting failed container init-permissions", "Pulling image... succeeded after 2 retries (connection reset by peer)"] + pre(sagemaker(0) if v else "", begin(c, "timm", 60, head=False)) + (["%s sagemaker-training-toolkit INFO     Reporting training SUCCESS" % c.ts()] if v else ["best acc 81.2", "[sidecar] received SIGTERM, draining", "[sidecar] error flushing metrics: context canceled"])
    return lines


@shape("success", "handled-nccl", "success", "pytorch", 2, multi=False)
def _(c, v):
    c.why = "A probe of NVLink SHARP and peer access failed and was replaced; nothing else went wrong."
    p = "%s:%d:%d [0] " % (c.host, c.pid(), c.pid(9))
    return torchrun_head(c) + nccl_info(c, 2) + [p + "transport/nvls.cc:%d NCCL WARN Cuda failure 1 'invalid argument'" % c.i(100, 300), p + "NCCL INFO NVLS disabled, falling back to ring", "[W CUDAAllocatorConfig.h:28] Warning: expandable_segments not supported on this platform (function operator())"][: 2 + v] + begin(c, "titan", 50, head=False) + ["Training completed"] + pg_warn(c, 0)


@shape("success", "metrics-errors", "success", "sklearn", 2, multi=False)
def _(c, v):
    c.cpu_only = True
    c.why = "Ill-defined metrics and convergence warnings are advice; the report was written."
    lines = ["%s/sklearn/metrics/_classification.py:1471: UndefinedMetricWarning: Precision is ill-defined and being set to 0.0 in labels with no predicted samples. Use `zero_division` parameter to control this behavior." % c.site, "  _warn_prf(average, modifier, msg_start, len(result))", "%s/sklearn/linear_model/_logistic.py:465: ConvergenceWarning: lbfgs failed to converge (status=1):" % c.site, "STOP: TOTAL NO. of ITERATIONS REACHED LIMIT.", "", "RuntimeWarning: invalid value encountered in true_divide", "RuntimeWarning: Mean of empty slice", "RuntimeWarning: overflow encountered in exp"] * (1 + v)
    for k in range(c.i(10, 80)):
        lines.append("fold %d  rmse=%.4f  mean absolute error: %.4f  max error: %.4f" % (k, c.f(0.1, 2, 4), c.f(0.1, 2, 4), c.f(1, 9, 4)))
    return lines + ["report written to out/report.html"]

# --------------------------------------------- after the training, and others


@shape("segfault", "after-completion", "segfault", "pytorch", 2)
def _(c, v):
    lines = begin(c, "timm", 25) + ["Training completed, best top-1 %.2f" % c.f(60, 85, 2)] + leak(c)
    lines += ["@@Segmentation fault (core dumped)"] if v == 0 else ["@@Fatal Python error: Segmentation fault", "", "Current thread 0x00007f%s (most recent call first):" % c.hex(10), "  Garbage-collecting", "  <no Python frame>"]
    c.exit, c.multi = [139, -11][v], False
    c.why = "The crash comes at interpreter exit, after the results were written; the status is still that of a crash."
    return lines


@shape("abort", "after-completion", "other", "pytorch", 2)
def _(c, v):
    lines = begin(c, "simple", 25) + ["Finished Training"] + (["@@terminate called without an active exception", "Aborted (core dumped)"] if v == 0 else ["@@corrupted double-linked list", "Aborted (core dumped)"])
    c.exit, c.multi = 134, False
    c.why = "Training had finished; the process aborted while it shut down and nothing else is wrong."
    return lines


@shape("dataloader_worker", "pin-memory", "runtime_error", "pytorch", 2)
def _(c, v):
    c.rank = 6
    lines = begin(c, "titan", 15)
    lines += pre("[rank6]: ", tb(c, main_frames(c) + [("torch/utils/data/dataloader.py", 1316, "_get_data", "raise RuntimeError('Pin memory thread exited unexpectedly')")], "@@RuntimeError: " + ["Pin memory thread exited unexpectedly", "DataLoader worker (pid %d) exited unexpectedly with exit code 255. Details are lost due to multiprocessing. Rerunning with num_workers=0 may give better error trace." % c.pid(81)][v])) + watchdogs(c, [0, 1], "2.5") + elastic(c, 0, -6, others=[(6, 1)])
    c.why = "Rank 6 lost its loader without a reason in the log; the others timed out."
    return lines


@shape("data_corrupt", "archives", "traceback", "pytorch", 2)
def _(c, v):
    c.rank = 3
    lines = begin(c, "hf", 12)
    lines += ["WARNING webdataset: sample without image, skipped"] * 3 + pre("[rank3]: ", tb(c, main_frames(c) + [("./data.py", 66, "expand", "with zipfile.ZipFile(p) as z:")], ["@@zipfile.BadZipFile: File is not a zip file", "@@_csv.Error: line contains NUL"][v])) + store_noise(c, [0]) + elastic(c, 3, 1, others=[(0, -15)], world=4)
    c.why = "An archive or table is damaged; samples skipped earlier did not matter."
    return lines


@shape("div_zero", "rank-lightning", "div_zero", "lightning", 2)
def _(c, v):
    c.rank = 1
    lines = begin(c, "pl", 10) + pre("[rank1]: ", tb(c, pl_frames(c) + [("./metrics.py", 14, "compute", "return self.hit / self.n")], "@@ZeroDivisionError: " + ["division by zero", "integer modulo by zero"][v])) + (watchdogs(c, [0], "2.4") + elastic(c, 0, -6, others=[(1, 1)], world=2) if v else ["[rank: 1] Child process with PID %d terminated with code 1. Forcefully terminating all other processes to avoid zombies 🧟" % c.pid(1)])
    c.why = "Rank 1 had no samples to average; rank 0 was killed or timed out after it."
    return lines


@shape("dtype_mismatch", "flash", "runtime_error", "ray", 2)
def _(c, v):
    m = ["RuntimeError: FlashAttention only support fp16 and bf16 data type", "RuntimeError: Index put requires the source and destination dtypes match, got BFloat16 for the destination and Float for the source."][v]
    w = (c.pid(9), c.ip[2])
    lines = ray(c, w[0], w[1], p_hf(c, 3, bar=False)) + ray(c, w[0], w[1], tb(c, main_frames(c) + nn_frames(c), "@@" + m)) + ray_tail(c, m, ip=w[1])
    c.why = "A tensor of the wrong floating type; Ray repeats the exception."
    return lines


@shape("illegal_instruction", "container", "other", "docker", 2)
def _(c, v):
    lines = ["INFO:    Using cached SIF image", "==========", "== PyTorch ==", "=========="] + (["@@/opt/entrypoint.sh: line 48: %d Illegal instruction     (core dumped) \"$@\"" % c.pid()] if v == 0 else ["WARNING: this image was built for x86-64-v4", "@@Illegal instruction (core dumped)"])
    c.exit, c.multi = 132, False
    c.why = "The image's binaries need CPU instructions that this host lacks."
    return lines


@shape("resource_limit", "eagain-inotify", "traceback", "lightning", 2)
def _(c, v):
    lines = begin(c, "pl", 8) + tb(c, pl_frames(c)[:3] + [("/usr/lib/python3.10/multiprocessing/popen_fork.py", 66, "_launch", "self.pid = os.fork()")], ["@@BlockingIOError: [Errno 11] Resource temporarily unavailable", "@@OSError: [Errno 24] inotify instance limit reached"][v]) + dl_del(c)
    c.why = "No more processes or watches allowed; the destructor's trace is teardown."
    return lines


@shape("shape_mismatch", "pipeline", "runtime_error", "megatron", 2)
def _(c, v):
    c.rank = 24
    m = ["RuntimeError: Sizes of tensors must match except in dimension 1. Expected size 2048 but got size 4096 for tensor number 1 in the list.", "RuntimeError: shape '[4096, 1, 32, 128]' is invalid for input of size 8388608"][v]
    lines = begin(c, "megatron", 0) + pre("[default0]:[rank24]: ", tb(c, MEGATRON_FRAMES, "@@" + m)) + store_noise(c, [0, 8]) + watchdogs(c, [16], "2.5") + elastic(c, 16, -6, others=[(24, 1)], host=c.hosts[2])
    c.why = "The third pipeline stage meets a wrong shape; the neighbour stage times out and is named by the table."
    return lines


@shape("shared_library", "ranks-cudnn", "missing_module", "pytorch", 2)
def _(c, v):
    c.rank = None
    one = [tb(c, [("./train.py", 2, "<module>", "import torch"), ("torch/__init__.py", 239, "<module>", "from torch._C import *  # noqa: F403")], "ImportError: libcudnn.so.9: cannot open shared object file: No such file or directory"), ["Could not load library libcudnn_ops_infer.so.8. Error: libcudnn_ops_infer.so.8: cannot open shared object file: No such file or directory", "Please make sure libcudnn_ops_infer.so.8 is in your library path!"]][v]
    a = list(one)
    k = [i for i, x in enumerate(a) if "cannot open shared object" in x][0]
    a[k] = "@@" + a[k]
    lines = torchrun_head(c) + a + one + one + elastic(c, 2, [1, -6][v], others=[(0, [1, -6][v])], world=4)
    c.why = "No rank can load the cuDNN library; the table's exit codes only count that."
    return lines


@shape("syntax_error", "imported", "traceback", "ray", 2)
def _(c, v):
    m = ["SyntaxError: '(' was never closed", "TabError: inconsistent use of tabs and spaces in indentation"][v]
    w = (c.pid(9), c.ip[2])
    lines = ray(c, w[0], w[1], tb(c, [("./train.py", 12, "loop", "from plugins import mixup")], ['  File "%s/plugins/mixup.py", line %d' % (c.dir, c.i(3, 90)), "    return torch.cat((a, b)", "                    ^", "@@" + m])) + ray_tail(c, m, ip=w[1])
    c.why = "A plugin does not parse; Ray raises it again."
    return lines

# ------------------------------------------------------------- long floods


@shape("cuda_device_assert", "flood", "cuda_runtime", "pytorch", 1)
def _(c, v):
    lines = begin(c, "mae", 12)
    k = [x for _ in range(30) for x in kassert(c, 64, "embed")]
    c.rank = 2
    lines += ["@@" + k[0]] + k[1:] + pre("[rank2]: ", tb(c, main_frames(c), ["torch.AcceleratorError: CUDA error: device-side assert triggered"] + advice(c, "cudaErrorAssert", True))) + watchdogs(c, [0, 1, 3], "2.5") + elastic(c, 0, -6, others=[(2, 1)], world=4)
    c.why = "Two thousand threads report the same failed assertion; everything after it is the broken context and the waiting ranks."
    return lines


@shape("nccl_error", "flood", "nccl", "pytorch", 1)
def _(c, v):
    lines = slurm_head(c, 8)
    for n in range(8):
        c.pid0 += 1000
        lines += pre("%d: " % (8 * n), nccl_info(c, 8, host=c.hosts[n], dense=True))
    lines += p_megatron(c, 60) + nccl_info(c, 8, dense=True)
    c.rank = 41
    w = "NET/IB : Got completion from peer %s<%d> with status=12 opcode=0 len=0 vendor err 129 (Send) localGid ::ffff:%s remoteGids::ffff:%s hca mlx5_1" % (c.ip[3], c.i(30000, 60000), c.ip[5], c.ip[3])
    lines += pre("41: ", ["@@%s:%d:%d [1] transport/net_ib.cc:1881 NCCL WARN %s" % (c.hosts[5], c.pid(1), c.pid(91), w)]) + pre("41: ", tb(c, MEGATRON_FRAMES, nccl_exc(c, *REMOTE, w))) + mix(c, *[pre("%d: " % r, watchdog(c, r, "2.5")) for r in (0, 9, 17, 26, 33, 50)]) + srun_tail(c, 0, "Aborted (core dumped)", rest="1-63")
    c.why = "Among a thousand INFO lines one completion error (status 12) on rank 41; srun names task 0, which only timed out."
    return lines


@shape("time_limit", "flood", "other", "huggingface", 1)
def _(c, v):
    c.last["hf_total"] = 40000
    lines = hf_head(c) + p_hf(c, 900) + ["wandb: Network error (ReadTimeout), entering retry loop."] + p_hf(c, 900)
    lines += ["@@slurmstepd: error: *** STEP %d.0 ON %s CANCELLED AT %s DUE TO TIME LIMIT ***" % (c.job, c.host, c.iso()), "srun: Job step aborted: Waiting up to 32 seconds for job step to finish.", "srun: error: %s: task 0: Terminated" % c.host]
    c.exit = 143
    c.why = "Thousands of healthy steps, then the time limit."
    return lines


@shape("nan_loss", "flood", "nan_loss", "fairseq", 1)
def _(c, v):
    lines = begin(c, "fairseq", 120)
    stamp = c.t.strftime("%Y-%m-%d %H:%M:%S")
    for k in range(900):
        lines.append(("@@" if k == 0 else "") + "%s | INFO | train_inner | epoch 003:  %5d / 7423 loss=nan, nll_loss=nan, ppl=nan, wps=61012.4, ups=0.93, wpb=65302.5, bsz=2080.0, num_updates=%d, lr=0.0005, gnorm=nan, clip=0, loss_scale=0.0625, train_wall=107, gb_free=9.1, wall=%d" % (stamp, 1000 + k, 13000 + k * 100, 26000 + k * 107))
    lines += ["%s | INFO | fairseq_cli.train | done training in %.1f seconds" % (stamp, c.f(9000, 99000, 1))]
    c.exit, c.multi = 0, False
    c.why = "From this update on the loss is NaN; the run goes on for hours and ends with status 0."
    return lines
