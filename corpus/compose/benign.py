"""Jobs that succeeded, full of frightening lines. Exit status 0."""
from collateral import *
from core import shape
from parts import *
from noise import MEGATRON_FRAMES, hf_frames, main_frames, mix, nn_frames, pl_frames, pre, tb
from gpu import oom


def ok(name, framework, n):
    return shape("success", name, "success", framework, n, multi=False)


def done(c, kind="s"):
    if kind == "hf":
        return ["{'train_runtime': %.4f, 'train_samples_per_second': %.3f, 'train_steps_per_second': %.3f, 'train_loss': %.6f, 'epoch': 3.0}" % (c.f(900, 90000, 4), c.f(9, 90), c.f(1, 9), c.f(0.4, 2.5, 6)), "***** train metrics *****", "  epoch                    =        3.0", "  train_loss               =     %.4f" % c.f(0.4, 2.5, 4), "  train_runtime            = 2:%02d:%02d.11" % (c.i(10, 59), c.i(10, 59))]
    if kind == "pl":
        return ["`Trainer.fit` stopped: `max_epochs=%d` reached." % c.i(5, 100)]
    if kind == "m":
        return ["[after training is done] datetime: %s " % c.ts("%Y-%m-%d %H:%M:%S", 0)] + ckpt_ok(c, "m")
    return [c.pick("Training completed in %d min" % c.i(9, 900), "done: best val acc %.4f at epoch %d" % (c.f(0.6, 0.95, 4), c.i(3, 90)), "saved final model to %s/final.pt" % c.dir, "Finished Training")]


@ok("nccl-warn-retry", "pytorch", 3)
def _(c, v):
    c.why = "NCCL and c10d complained while they tried another port or waited for the server; the training then ran to its end."
    p = "%s:%d:%d [0] " % (c.host, c.pid(), c.pid(9))
    lines = torchrun_head(c) + ["[W socket.cpp:663] [c10d] The client socket has failed to connect to [%s]:29500 (errno: 111 - Connection refused)." % c.host] * c.i(1, 4) + nccl_info(c, 2, dense=v == 1)
    lines += [p + "misc/socket.cc:%d NCCL WARN Call to bind failed: Address already in use" % c.i(300, 500), p + "NCCL INFO NET/Socket : trying next port", p + "NCCL WARN Could not find NET with id 3" if v == 2 else p + "NCCL INFO Abort COMPLETE"]
    return lines + begin(c, ["hf", "titan", "megatron"][v], 25, head=v == 2) + done(c, ["hf", "s", "m"][v]) + pg_warn(c, 0)


@ok("caught-oom", "pytorch", 4)
def _(c, v):
    c.why = "The out-of-memory errors were caught by a batch-size search; training went on and ended normally."
    if v == 0:
        lines = begin(c, "hf", 0) + tb(c, hf_frames(c)[2:], oom(c, "2.1")) + ["Decreasing batch size to: 32"] + tb(c, hf_frames(c)[2:], oom(c, "2.1")) + ["Decreasing batch size to: 16"] + p_hf(c, 40) + done(c, "hf")
    elif v == 1:
        c.framework = "lightning"
        lines = pl_head(c) + ["Batch size %d succeeded, trying batch size %d" % (2 ** k, 2 ** (k + 1)) for k in range(1, 7)] + ["Batch size 128 failed, trying batch size 96", "Finished batch size finder, will continue with full run using batch size 96"] + p_tqdm(c, 80) + done(c, "pl")
    elif v == 2:
        c.framework = "ultralytics"
        lines = ["AutoBatch: Computing optimal batch size for imgsz=640 at 60.0% CUDA memory utilization.", "AutoBatch: CUDA:0 (%s) %sG total, 0.12G reserved, 0.10G allocated" % (c.gpu, c.cap), "      Params      GFLOPs  GPU_mem (GB)  forward (ms) backward (ms)                   input                  output", "     3011043       8.194         0.231         14.11         21.90        (1, 3, 640, 640)                    list", "CUDA out of memory. Tried to allocate 5.00 GiB. GPU 0 has a total capacity of %s GiB of which 3.11 GiB is free." % c.cap, "AutoBatch: Using batch-size 87 for CUDA:0 14.2G/%sG (60%%) ✅" % c.cap]
        lines += ["      Epoch    GPU_mem   box_loss   cls_loss   dfl_loss  Instances       Size"] + ["      %3d/50      14.2G     %.4f     %.4f      %.3f         %d        640: 100%%|██████████| 298/298 [01:02<00:00,  4.76it/s]" % (e, c.f(0.8, 1.9, 4), c.f(0.6, 2.9, 4), c.f(0.9, 1.4), c.i(20, 90)) for e in range(1, 51)] + ["50 epochs completed in %.3f hours." % c.f(0.5, 3)]
    else:
        lines = ["probing micro batch sizes"]
        for b in (64, 48, 32):
            lines += ["try mbs=%d: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate %.2f GiB. GPU 0 has a total capacity of %s GiB of which 1.20 GiB is free." % (b, c.f(1, 9, 2), c.cap)]
        lines += ["mbs=24 fits, accumulating 3 steps"] + p_titan(c, 60) + done(c)
    return lines


@ok("overflow-warmup", "deepspeed", 4)
def _(c, v):
    c.why = "The loss scale descended in warm-up and stabilised: normal for fp16."
    if v == 0:
        lines = begin(c, "ds", 2)
        s = 2 ** 16
        for _ in range(c.i(4, 8)):
            lines += ["[%s] [INFO] [loss_scaler.py:190:update_scale] [deepspeed] OVERFLOW! Rank 0 Skipping step. Attempted loss scale: %d, reducing to %d" % (c.ts(), s, s // 2)]
            s //= 2
        lines += p_ds(c, 60) + ["[%s] [INFO] training finished, 4000 steps, 7 skipped" % c.ts()]
    elif v == 1:
        c.framework = "apex"
        lines = begin(c, "mae", 3)
        for s in (65536.0, 32768.0, 16384.0, 8192.0):
            lines += ["Gradient overflow.  Skipping step, loss scaler 0 reducing loss scale to %s" % s] + p_mae(c, 2)
        lines += p_mae(c, 50) + ["Training time 5:%02d:%02d" % (c.i(0, 59), c.i(0, 59))]
    elif v == 2:
        c.framework = "fairseq"
        lines = begin(c, "fairseq", 2)
        for s in (64.0, 32.0, 16.0):
            lines += ["%s | INFO | fairseq.trainer | NOTE: gradient overflow detected, ignoring gradient, setting loss scale to: %s" % (c.t.strftime("%Y-%m-%d %H:%M:%S"), s)] + p_fairseq(c, 3)
        lines += p_fairseq(c, 40) + ["%s | INFO | fairseq_cli.train | done training in %.1f seconds" % (c.t.strftime("%Y-%m-%d %H:%M:%S"), c.f(900, 90000, 1))]
    else:
        c.framework = "megatron"
        lines = begin(c, "megatron", 5) + [x.replace("number of skipped iterations:   0", "number of skipped iterations:   %d" % k).replace("loss scale: 1.0", "loss scale: %.1f" % (2 ** (31 - k))) for k, x in enumerate(p_megatron(c, 14))] + p_megatron(c, 30) + done(c, "m")
    return lines


@ok("thread-traceback", "pytorch", 4)
def _(c, v):
    c.why = "The traceback belongs to a background thread (logger, exporter, uploader); the training loop went on."
    mid = [["Exception in thread NetStatThr:"] + tb(c, [("/usr/lib/python3.10/threading.py", 1016, "_bootstrap_inner", "self.run()"), ("wandb/sdk/wandb_run.py", c.i(230, 290), "check_network_status", "self._loop_check_status(")], "BrokenPipeError: [Errno 32] Broken pipe"),
           ["Exception in thread Thread-7 (serve_forever):"] + tb(c, [("/usr/lib/python3.10/threading.py", 1016, "_bootstrap_inner", "self.run()"), ("prometheus_client/exposition.py", 177, "serve_forever", "httpd.serve_forever()")], "OSError: [Errno 98] Address already in use"),
           ["Exception in thread QueueManagerThread:"] + tb(c, [("/usr/lib/python3.10/multiprocessing/connection.py", 373, "_recv", "n = read(handle, remaining)")], "ConnectionResetError: [Errno 104] Connection reset by peer"),
           ["ERROR:root:heartbeat upload failed"] + tb(c, [("requests/adapters.py", 519, "send", "raise ConnectionError(e, request=request)")], "requests.exceptions.ConnectionError: HTTPSConnectionPool(host='hooks.%s.io', port=443): Max retries exceeded with url: /beat (Caused by NameResolutionError(\"Failed to resolve 'hooks.%s.io'\"))" % (c.project, c.project))][v]
    k = ["hf", "simple", "nano", "titan"][v]
    return begin(c, k, 15) + mid + begin(c, k, 25, head=False) + done(c, "hf" if k == "hf" else "s")


@ok("destructors", "pytorch", 4)
def _(c, v):
    c.why = "Only clean-up at interpreter exit fails; the status is 0."
    k = ["timm", "pl", "hf", "mae"][v]
    tail = [dl_del(c) + leak(c), atexit_noise(c) + wandb_tail(c), ["Exception ignored in: <function Pool.__del__ at %s>" % c.addr()] + tb(c, [("/usr/lib/python3.10/multiprocessing/pool.py", 271, "__del__", "self._change_notifier.put(None)")], "OSError: [Errno 9] Bad file descriptor"), ["Exception ignored in: <module 'threading' from '/usr/lib/python3.10/threading.py'>"] + tb(c, [("/usr/lib/python3.10/threading.py", 1567, "_shutdown", "lock.acquire()")], "KeyboardInterrupt: ") + pg_warn(c, 0)][v]
    return begin(c, k, 25) + done(c, "hf" if k == "hf" else "pl" if k == "pl" else "s") + tail


@ok("hub-retry", "huggingface", 4)
def _(c, v):
    c.why = "The hub did not answer at first or lacked optional files; cached copies or a retry served."
    lines = ["'(ReadTimeoutError(\"HTTPSConnectionPool(host='huggingface.co', port=443): Read timed out. (read timeout=10)\"), '(Request ID: %s)')' thrown while requesting HEAD https://huggingface.co/%s/resolve/main/config.json" % (c.hex(8), c.model), "Retrying in %ds [Retry %d/5]." % (2 ** v, v + 1)]
    lines += ["INFO:httpx:HTTP Request: HEAD https://huggingface.co/%s/resolve/main/%s \"HTTP/1.1 404 Not Found\"" % (c.model, f) for f in ("adapter_config.json", "custom_generate/generate.py", "chat_template.jinja")]
    lines += ["429/429 [00:00<00:00, 500kB/s]", "Using the latest cached version of the dataset since %s couldn't be found on the Hugging Face Hub" % c.data] if v % 2 else ["INFO:httpx:HTTP Request: GET https://huggingface.co/api/models/%s \"HTTP/1.1 307 Temporary Redirect\"" % c.model]
    return warnings(c, 4) + lines + begin(c, "hf", 30, head=v != 3) + done(c, "hf")


@ok("tf-noise", "tensorflow", 4)
def _(c, v):
    c.why = "Registration and missing-library messages of TensorFlow are harmless; the epochs completed."
    t = c.ts("%Y-%m-%d %H:%M:%S.%f", 0)
    lines = tf_head(c) + ["%s: W tensorflow/stream_executor/platform/default/dso_loader.cc:64] Could not load dynamic library 'libnvinfer.so.7'; dlerror: libnvinfer.so.7: cannot open shared object file: No such file or directory" % t, "%s: W external/local_tsl/tsl/framework/bfc_allocator.cc:296] Allocator (GPU_0_bfc) ran out of memory trying to allocate 2.50GiB with freed_by_count=0. The caller indicates that this is not a failure, but this may mean that there could be performance gains if more memory were available." % t, "%s: I tensorflow/core/framework/local_rendezvous.cc:404] Local rendezvous is aborting with status: OUT_OF_RANGE: End of sequence" % t, "\t [[{{node IteratorGetNext}}]]"]
    for e in range(1, c.i(4, 12)):
        lines += p_keras(c, 25, e) + ["Epoch %d: val_loss improved from %s to %.5f, saving model to best.keras" % (e, "inf" if e == 1 else "0.%d" % c.i(50000, 99999), c.f(0.3, 0.9, 5))]
        if e == 2 and v == 1:
            lines += ["%s: W tensorflow/core/framework/op_kernel.cc:1839] OP_REQUIRES failed at cast_op.cc:122 : UNIMPLEMENTED: Cast string to float is not supported" % t, "falling back to tf.strings.to_number"]
    return lines + ["Restoring model weights from the end of the best epoch: %d." % c.i(2, 9)]


@ok("config-dump", "megatron", 3)
def _(c, v):
    c.why = "Words like error, timeout, kill and nan occur only as names of settings."
    return env_dump(c) + ["error_if_nonfinite=False kill_on_bad_exit=1 detect_anomaly=False abort_on_nan=True on_error='raise' oom_retry=True dist_timeout=1800", "nan_to_num applied to masks; n_nan_values=0", "KeyboardInterrupt handler installed", "Preemption signal handler installed (SIGTERM)", "ProcessGroupNCCL initialization options: NCCL_ASYNC_ERROR_HANDLING: 3, NCCL_DESYNC_DEBUG: 0, TIMEOUT(ms): 600000, USE_HIGH_PRIORITY_STREAM: 0"] + begin(c, "megatron", 40) + done(c, "m")


@ok("fallback", "pytorch", 4)
def _(c, v):
    c.why = "The exception was logged and handled: a fallback was used and training completed."
    mid = [["ERROR:model.attention:flash attention unavailable"] + tb(c, [("./attention.py", 12, "<module>", "from flash_attn import flash_attn_func")], "ImportError: %s/flash_attn_2_cuda.so: undefined symbol: _ZNK3c1011SymIntArrayRef" % c.site) + ["falling back to scaled_dot_product_attention"],
           ["WARNING:data:could not open memory-mapped index"] + tb(c, [("./data.py", 30, "open_index", "return np.memmap(p, mode='r')")], "FileNotFoundError: [Errno 2] No such file or directory: '%s/train.idx'" % c.data) + ["building the index from scratch (one time)", "index built: %d documents" % c.i(10**5, 10**7)],
           ["%s [WARNING] torch.compile failed, using eager" % c.ts()] + tb(c, [("torch/_dynamo/eval_frame.py", 655, "_fn", "return fn(*args, **kwargs)")], "torch._dynamo.exc.BackendCompilerFailed: backend='inductor' raised:\nRuntimeError: CUDA error: no kernel image is available for execution on the device") + ["continuing without compilation"],
           ["ERROR: could not initialise NVML (NVMLError_LibraryNotFound: NVML Shared Library Not Found); GPU metrics disabled", "Failed to initialize NVML: Unknown Error"]][v]
    return warnings(c, 2) + mid + begin(c, ["titan", "nano", "simple", "mae"][v], 40, head=False) + done(c)


@ok("checkpoint-fallback", "pytorch", 3)
def _(c, v):
    c.why = "The newest checkpoint was damaged, an older one was loaded, and the run finished."
    e = ["RuntimeError: PytorchStreamReader failed reading zip archive: failed finding central directory", "EOFError: Ran out of input", "safetensors_rust.SafetensorError: Error while deserializing header: incomplete metadata, file not fully covered"][v]
    return begin(c, "simple", 0) + ["=> resuming from %s/ckpt/step_9000" % c.dir] + tb(c, [("./ckpt.py", 51, "load_latest", "state = load(path)")], e) + ["step_9000 is unreadable, trying step_8500", "=> loaded step_8500"] + p_simple(c, 60) + done(c)


@ok("elastic-restart", "pytorch", 3)
def _(c, v):
    c.why = "The first attempt failed and torchrun restarted the worker group; the second attempt ran to the end, status 0."
    g = lambda lv: "%s%s %d torch/distributed/elastic/" % (lv, c.glog("", False), c.pid(-3))
    first = [watchdog(c, 3, "2.5"), pre("[rank1]: ", tb(c, main_frames(c), oom(c, "2.5"))), pre("[rank2]: ", tb(c, main_frames(c), "ConnectionResetError: [Errno 104] Connection reset by peer"))][v]
    lines = begin(c, "titan", 12) + first + [g("E") + "multiprocessing/api.py:869] failed (exitcode: %d) local_rank: %d (pid: %d) of binary: %s/bin/python" % ([-6, 1, 1][v], [3, 1, 2][v], c.pid([3, 1, 2][v]), c.env), g("I") + "agent/server/api.py:889] [default] Worker group FAILED. 3/3 attempts left; will restart worker group", g("I") + "agent/server/api.py:699] [default] Stopping worker group", g("I") + "agent/server/api.py:677] [default] Rendezvous'ing worker group", g("I") + "agent/server/api.py:525] [default] Rendezvous complete for workers. Result:", "  restart_count=1", "  master_addr=%s" % c.host, "  group_world_size=1", "  local_ranks=[0, 1, 2, 3]"]
    return lines + ["resuming from step %d" % c.i(100, 9000)] + p_titan(c, 50) + done(c) + [g("I") + "agent/server/api.py:879] [default] worker group successfully finished. Waiting 300 seconds for other agents to finish.", g("I") + "agent/server/api.py:932] Done waiting for other agents. Elapsed: 0.0011 seconds"]


@ok("slurm-optional-step", "pytorch", 3)
def _(c, v):
    c.why = "An optional step failed and the script went on; the training step and the job ended with 0."
    a = [["+ srun --ntasks=1 ./warm_cache.sh", "cp: cannot stat '/scratch/cache/%s': No such file or directory" % c.data, "srun: error: %s: task 0: Exited with exit code 1" % c.host, "+ true"], ["+ nvidia-smi topo -m", "/var/spool/slurmd/job%d/slurm_script: line 8: nvidia-smi: command not found" % c.job, "+ rm -f /dev/shm/nccl-old", "rm: cannot remove '/dev/shm/nccl-old': Permission denied"], ["+ timeout 10 dcgmi diag -r 1", "Error: unable to establish a connection to the specified host: localhost", "/var/spool/slurmd/job%d/slurm_script: line 11: %d Killed                  python warm_tokenizer.py" % (c.job, c.pid(40)), "warm-up skipped"]][v]
    return slurm_head(c) + a + ["+ srun python train.py"] + begin(c, ["hf", "timm", "nano"][v], 40, head=False) + done(c, "hf" if v == 0 else "s")


@ok("tests", "pytest", 3)
def _(c, v):
    c.cpu_only = True
    c.why = "Test names and captured logs talk of errors; every test passed."
    names = ["test_raises_value_error", "test_connection_refused_is_retried", "test_oom_is_caught", "test_nccl_timeout_env", "test_segfault_handler_installed", "test_killed_worker_restarts", "test_nan_loss_raises", "test_checkpoint_corrupt_fallback", "test_permission_denied_message", "test_disk_full_simulation"]
    lines = ["============================= test session starts ==============================", "platform linux -- Python %s.4, pytest-8.3.%d, pluggy-1.5.0" % (c.py, c.i(1, 5)), "collected %d items" % (len(names) * (v + 2)), ""]
    for k in range(v + 2):
        for n in names:
            lines.append("tests/test_%s.py::%s[%d] %s" % (c.pick("trainer", "faults", "io"), n, k, c.pick("PASSED", "PASSED", "PASSED", "XFAIL")) + " " * 10 + "[%3d%%]" % c.i(1, 100))
    return lines + ["=============================== warnings summary ===============================", "tests/test_faults.py: 3 warnings", "  DeprecationWarning: np.bool is a deprecated alias", "", "-- Docs: https://docs.pytest.org/en/stable/how-to/capture-warnings.html", "=================== %d passed, 4 xfailed, 3 warnings in %.2fs ====================" % (len(names) * (v + 2) - 4, c.f(9, 900, 2)), "0 failed, errors=0; exceptions=0"]


@ok("innocent-words", "pytorch", 4)
def _(c, v):
    c.why = "Segmentation, fault, kill, error and abort are subject matter, not events."
    lines = begin(c, "simple", 4)
    for k in range(c.i(20, 60)):
        lines.append([["Semantic Segmentation results: mIoU %.2f, aAcc %.2f, ignored 255" % (c.f(20, 80, 2), c.f(60, 95, 2)), "image segmentation fault-tolerant baseline, epoch %d, pixel error %.4f" % (k, c.f(0.01, 0.2, 4))], ["episode %d: killed: %d monsters, player killed enemy %d times, reward %.1f" % (k, c.i(0, 40), c.i(0, 9), c.f(-20, 300, 1)), "agent died of hunger at step %d; episode aborted=False" % c.i(10, 999)], ["epoch %d  word error rate: %.2f%%  token_error_rate=%.3f  Reconstruction Error = %.4f" % (k, c.f(4, 40, 2), c.f(0.02, 0.3), c.f(0.001, 0.2, 4)), "top1_error: %.2f top5_error: %.2f" % (c.f(20, 60, 2), c.f(5, 20, 2))], ["fault_detection_v2 (faults: 17 classes) f1=%.3f false alarms=%d" % (c.f(0.4, 0.95), c.i(0, 30)), "bearing failure predicted in %d h, no timeout, exceptions: 0" % c.i(2, 400)]][v][k % 2])
    return lines + done(c)


@ok("data-skips", "pytorch", 4)
def _(c, v):
    c.why = "Bad samples were skipped by the loader, as configured."
    lines = begin(c, "mae", 4)
    for k in range(c.i(10, 120)):
        lines += p_mae(c, 1) + [["skipping corrupt image: PIL.UnidentifiedImageError: cannot identify image file '%s/%d.jpg'" % (c.data, c.i(1, 10**6)), "WARNING webdataset: OSError: image file is truncated (%d bytes not processed), sample dropped" % c.i(1, 90), "json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0) in shard %d line %d -- skipped" % (c.i(0, 99), c.i(1, 9999)), "libpng error: IDAT: CRC error\nCorrupt JPEG data: 18 extraneous bytes before marker 0xd9"][v]]
    return lines + done(c)


@ok("kernel-notes", "pytorch", 3)
def _(c, v):
    c.why = "Kernel notes about row remapping, advice codes or other devices: the job was not affected."
    k0 = c.i(10**4, 10**6)
    notes = [["[%d.100] NVRM: Xid (PCI:0000:cb:00): 63, pid='<unknown>', name=<unknown>, Row Remapper: New row (0x0000000000000000) marked for remapping, reset gpu to activate." % k0], ["[%d.100] nvidia-nvswitch3: SXid (PCI:0000:86:00.0): 12028, Non-fatal, Link 40 egress non-posted PRIV error (First)" % k0, "[%d.101] nvidia-nvswitch3: SXid (PCI:0000:86:00.0): 12028, Severity 0 Engine instance 40 Sub-engine instance 00" % k0], ["[%d.100] NVRM: Xid (PCI:0000:17:00): 154, pid='<unknown>', name=<unknown>, GPU recovery action changed from 0x1 (GPU Reset Required) to 0x0 (None)" % k0, "[%d.200] EDAC MC0: 1 CE memory read error on CPU_SrcID#0 (corrected)" % k0]][v]
    return slurm_head(c) + ["--- prolog: last kernel messages on %s ---" % c.host] + notes + ["--- end of prolog ---"] + begin(c, ["titan", "hf", "timm"][v], 40, head=False) + done(c, "hf" if v == 1 else "s")


@ok("mpi-openfabrics", "horovod", 3)
def _(c, v):
    c.why = "Open MPI's long warnings are advice; the ranks finished."
    bar = "-" * 74
    w = [[bar, "WARNING: There was an error initializing an OpenFabrics device.", "", "  Local host:   %s" % c.host, "  Local device: mlx5_0", bar], [bar, "[[%d,1],%d]: A high-performance Open MPI point-to-point messaging module" % (c.i(1000, 60000), 0), "was unable to find any relevant network interfaces:", "", "Module: OpenFabrics (openib)", "  Host: %s" % c.host, "", "Another transport will be used instead, although this may result in", "lower performance.", bar], [bar, "A process has executed an operation involving a call to the", "\"fork()\" system call to create a child process.  Open MPI is currently", "operating in a condition that could result in memory corruption or", "other system errors; your job may hang, crash, or produce silent", "data corruption.", bar]][v]
    return w + ["[%s:%05d] %d more processes have sent help message help-mpi-btl-openib.txt / error in device init" % (c.host, c.pid() % 100000, c.i(1, 7))] + pre("[1,0]<stdout>:", p_timm(c, c.i(20, 200))) + pre("[1,0]<stdout>:", done(c))


@ok("ray-retry", "ray", 3)
def _(c, v):
    c.why = "A worker died and Ray retried; the trial terminated without error."
    lines = ["%s\tINFO worker.py:1821 -- Started a local Ray instance." % c.ts()] + ray(c, c.pid(4), c.ip[0], p_hf(c, 8, bar=False))
    lines += ["(raylet) A worker died or was killed while executing a task by an unexpected system error. To troubleshoot the problem, check the logs for the dead worker. Worker exit detail: Worker unexpectedly exits with a connection error code 2. End of file. There are some potential root causes. (1) The process is killed by SIGKILL by OOM killer due to high memory usage. (2) ray stop --force is called. (3) The worker is crashed unexpectedly due to SIGSEGV or other unexpected errors.", "%s\tWARNING tune_controller.py:1502 -- Trial %s_00000: restoring from latest checkpoint (failure 1 of 3)" % (c.ts(), c.hex(5))] if v else ["(autoscaler) Tip: use `ray status` to view detailed cluster status.", "(raylet) Spilled %d MiB, 12 objects, write throughput 512 MiB/s." % c.i(2048, 9000)]
    return lines + ray(c, c.pid(14), c.ip[1], p_hf(c, 25, bar=False)) + ["== Status ==", "Number of trials: 1/1 (1 TERMINATED | 0 ERROR)", "# of killed trials: 0", "%s\tINFO tune.py:1041 -- Total run time: %.2f seconds (%.2f seconds for the tuning loop)." % (c.ts(), c.f(900, 9000, 2), c.f(900, 9000, 2))]


@ok("jax-noise", "jax", 3)
def _(c, v):
    c.why = "Missing backends and allocator warnings are routine in JAX; the loop finished."
    t = c.ts("%Y-%m-%d %H:%M:%S.%f", 0)
    lines = jax_head(c) + ["%s: W external/xla/xla/tsl/framework/bfc_allocator.cc:310] Allocator (GPU_0_bfc) ran out of memory trying to allocate %.2fGiB with freed_by_count=0. The caller indicates that this is not a failure, but this may mean that there could be performance gains if more memory were available." % (t, c.f(1, 30, 2))] * c.i(1, 4) + ["%s: E external/xla/xla/service/slow_operation_alarm.cc:65] " % t, "********************************", "[Compiling module jit_train_step] Very slow compile? If you want to file a bug, run with envvar XLA_FLAGS=--xla_dump_to=/tmp/foo and attach the results.", "********************************"]
    if v:
        lines += ["%s: E external/xla/xla/service/gpu/autotuning/gemm_fusion_autotuner.cc:%d] Results do not match the reference. This is likely a bug/unexpected loss of precision." % (t, c.i(700, 1100))] * 3
    return lines + p_simple(c, c.i(30, 200)) + done(c)


@ok("lightning-timer", "lightning", 2)
def _(c, v):
    c.why = "Lightning stopped itself at the configured time or by early stopping: a normal end."
    return begin(c, "pl", 40) + [["Time limit reached. Elapsed time is 0:59:58. Signaling Trainer to stop."], ["Monitored metric val_loss did not improve in the last 10 records. Best score: %.3f. Signaling Trainer to stop." % c.f(0.2, 0.9)]][v] + leak(c)


@ok("wandb-offline", "huggingface", 3)
def _(c, v):
    c.why = "Only the tracking service was unreachable; training completed."
    e = [["wandb: Network error (ConnectionError), entering retry loop."], ["wandb: ERROR Error while calling W&B API: internal database error (<Response [500]>)", "wandb: WARNING Tried to log to step 10 that is less than the current step 12."], ["wandb: 429 encountered (Filestream rate limit exceeded, retrying in 2.1 seconds), retrying request", "wandb: Network error resolved after 0:01:12.331, resuming normal operation."]][v]
    return begin(c, "hf", 12) + e * c.i(1, 6) + begin(c, "hf", 25, head=False) + done(c, "hf") + wandb_tail(c)


@ok("helper-oom", "pytorch", 2)
def _(c, v):
    c.why = "A helper process was killed for memory and started again or was not needed; the training ended with status 0."
    return begin(c, "timm", 20) + ["prefetch helper (pid %d) died, restarting" % c.pid(44)] + p_timm(c, 60) + ["Training complete, best top-1 %.2f" % c.f(60, 85, 2), "slurmstepd: error: Detected 1 oom_kill event in StepId=%d.batch. Some of the step tasks have been OOM Killed." % c.job if v else "slurmstepd: error: Detected 1 oom-kill event(s) in StepId=%d.batch. Some of your processes may have been killed by the cgroup out-of-memory handler." % c.job]


@ok("cpu-fallback", "pytorch", 2)
def _(c, v):
    c.why = "No GPU: PyTorch warned and the (small) job ran on the CPU to its end."
    c.cpu_only = True
    return ["%s/torch/cuda/__init__.py:%d: UserWarning: CUDA initialization: %s (Triggered internally at ../c10/cuda/CUDAFunctions.cpp:108.)" % (c.site, c.i(107, 155), ["The NVIDIA driver on your system is too old (found version 11040). Please update your GPU driver by downloading and installing a new version", "CUDA unknown error - this may be due to an incorrectly set up environment, e.g. changing env variable CUDA_VISIBLE_DEVICES after program start. Setting the available devices to be zero."][v]), "  return torch._C._cuda_getDeviceCount() > 0", "%s/torch/amp/autocast_mode.py:250: UserWarning: User provided device_type of 'cuda', but CUDA is not available. Disabling" % c.site] + p_simple(c, 40) + done(c)
