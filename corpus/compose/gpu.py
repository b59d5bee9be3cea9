"""GPU faults: hardware, driver, programs, memory. Decisive lines by hand."""
from collateral import *
from core import shape
from parts import *
from noise import MEGATRON_FRAMES, hf_frames, main_frames, mix, nn_frames, pl_frames, pre, tb

# ------------------------------------------------------------ gpu_hardware


@shape("gpu_hardware", "ddp-ecc", "cuda_runtime", "pytorch", 2)
def _(c, v):
    bad, c.rank, c.exit = c.i(1, 7), None, 1
    c.rank = bad
    era = ["2.2", "2.5"][v]
    lines = begin(c, ["hf", "megatron"][v], c.i(8, 30))
    err = "CUDA error: uncorrectable ECC error encountered"
    fr = hf_frames(c) if v == 0 else MEGATRON_FRAMES
    first = pre("[rank%d]: " % bad, tb(c, fr, ["@@" + ["RuntimeError: ", "torch.AcceleratorError: "][v] + err] + advice(c, "cudaErrorECCUncorrectable", v == 1)))
    lines += first + watchdog(c, bad, era, text="\n".join([err] + ASYNC[:3]))
    others = [r for r in range(8) if r != bad]
    c.tick(600 if v else 1800)
    lines += watchdogs(c, c.r.sample(others, 4), era, ms=[1800000, 600000][v])
    lines += elastic(c, others[0], -6, others=[(bad, -6)] + [(r, -6) for r in others[1:3]], old=False)
    c.why = "Rank %d hit an uncorrectable ECC error; the NCCL time-outs and the table that names rank %d come from ranks that waited for it." % (bad, others[0])
    return lines


@shape("gpu_hardware", "xid79-kernel", "cuda_runtime", "pytorch", 2)
def _(c, v):
    bus = "%02x" % c.pick(0x1b, 0x43, 0x91, 0xc3)
    c.rank = 3 if v == 0 else None
    lines = begin(c, ["timm", "simple"][v])
    k0 = c.i(9000, 3000000)
    kern = ["[%d.%06d] pcieport 0000:%s:00.0: AER: Uncorrected (Fatal) error received: 0000:%s:00.0" % (k0, c.i(0, 999999), bus, bus),
            "@@[%d.%06d] NVRM: Xid (PCI:0000:%s:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus." % (k0, c.i(0, 999999), bus),
            "[%d.%06d] NVRM: GPU 0000:%s:00.0: GPU has fallen off the bus." % (k0 + 1, c.i(0, 999999), bus),
            "[%d.%06d] NVRM: Xid (PCI:0000:%s:00): 154, pid='<unknown>', name=<unknown>, GPU recovery action changed from 0x0 (None) to 0x2 (Node Reboot Required)" % (k0 + 1, c.i(0, 999999), bus)]
    fail = tb(c, main_frames(c) + nn_frames(c), ["RuntimeError: CUDA error: %s" % c.pick("unspecified launch failure", "unknown error")] + ASYNC[:3])
    if v == 0:
        lines += kern[:3] + pre("[rank3]: ", fail) + watchdogs(c, [0, 1], "2.4") + elastic(c, 3, 1, others=[(0, -6)])
    else:
        lines += fail + ["srun: error: %s: task 0: Exited with exit code 1" % c.host, "--- job epilog on %s: kernel messages since job start ---" % c.host] + kern + ["--- end of epilog ---"]
        c.rank = 0
    c.why = "The GPU fell off the bus (Xid 79): the CUDA error that Python prints is only how the program noticed; Xid 154 is advice."
    return lines


@shape("gpu_hardware", "thc-era", "cuda_runtime", "pytorch", 2)
def _(c, v):
    lines = begin(c, "mae", c.i(6, 40))
    at = c.pick("/pytorch/aten/src/THC/THCCachingHostAllocator.cpp:278", "/opt/conda/conda-bld/pytorch_1556653099582/work/aten/src/THC/generic/THCTensorCopy.cu:20")
    if v == 0:
        lines += ["THCudaCheck FAIL file=%s line=278 error=39 : uncorrectable ECC error encountered" % at.rsplit(":", 1)[0]] + tb(c, main_frames(c), "@@RuntimeError: cuda runtime error (39) : uncorrectable ECC error encountered at %s" % at) + ["terminate called without an active exception", "Aborted (core dumped)"]
        c.exit = 134
    else:
        c.rank = 1
        body = tb(c, main_frames(c), "@@RuntimeError: cuda runtime error (39) : uncorrectable ECC error encountered at %s" % at)
        lines += ["Traceback (most recent call last):", '  File "%s", line %d, in <module>' % (c.dir + "/train.py", 9), "    mp.spawn(worker, nprocs=ngpus, args=(cfg,))", "Exception: ", "", "-- Process 1 terminated with the following error:"] + body + dl_del(c)
    c.why = "cuda runtime error 39 is the driver reporting a double-bit memory error; what follows is process teardown."
    return lines


@shape("gpu_hardware", "tf-ecc", "cuda_runtime", "tensorflow", 2)
def _(c, v):
    lines = begin(c, "keras", c.i(10, 60))
    t = c.t.strftime("%Y-%m-%d %H:%M:%S.%f")
    if v == 0:
        lines += ["@@%s: E tensorflow/stream_executor/cuda/cuda_driver.cc:1088] could not synchronize on CUDA context: CUDA_ERROR_ECC_UNCORRECTABLE: uncorrectable ECC error encountered :: *** Begin stack trace ***" % t, "\ttsl::CurrentStackTrace()", "\tstream_executor::gpu::GpuDriver::SynchronizeContext(stream_executor::gpu::GpuContext*)", "*** End stack trace ***", "",
                  "%s: F tensorflow/core/common_runtime/device/device_event_mgr.cc:221] Unexpected Event status: 1" % t, "Fatal Python error: Aborted", "", "Thread 0x00007f3b6a7fc700 (most recent call first):", '  File "/usr/lib/python3.8/threading.py", line 302 in wait', "Aborted (core dumped)"]
        c.exit = 134
    else:
        lines = tf_head(c) + ["@@%s: F tensorflow/stream_executor/lib/statusor.cc:34] Attempting to fetch value instead of handling error Internal: failed initializing StreamExecutor for CUDA device ordinal 2: Internal: failed call to cuDevicePrimaryCtxRetain: CUDA_ERROR_ECC_UNCORRECTABLE: uncorrectable ECC error encountered" % t,
                  "/var/spool/slurmd/job%d/slurm_script: line 31: %d Aborted                 (core dumped) python -m trainer.fit --strategy mirrored" % (c.job, c.pid())]
        c.exit, c.multi = 134, False
    c.why = "TensorFlow's driver layer reports an uncorrectable ECC error; the abort is TensorFlow giving up."
    return lines


@shape("gpu_hardware", "nvlink-ray", "cuda_runtime", "ray", 2)
def _(c, v):
    lines = ["%s\tINFO worker.py:1841 -- Connecting to existing Ray cluster at address: %s:6379..." % (c.ts(), c.ip[0])]
    w = [(c.pid(k * 7), c.ip[k // 4]) for k in range(8)]
    bad = 5
    c.rank = bad
    prog = [ray(c, w[0][0], w[0][1], p_hf(c, 4, bar=False)) for _ in range(2)]
    lines += mix(c, *prog)
    err = "CUDA error: uncorrectable NVLink error detected during the execution"
    if v == 0:
        lines += ray(c, w[bad][0], w[bad][1], ["@@[rank5]:[%s ProcessGroupNCCL.cpp:2057] [PG ID 0 PG GUID 0(default_pg) Rank 5] Process group watchdog thread terminated with exception: " % c.glog() + err] + advice(c, "cudaErrorNvlinkUncorrectable", True) + frames(c, 5))
    else:
        lines += ["(raylet, ip=%s) NVRM: Xid (PCI:0000:9b:00): 74, pid=%d, name=ray::RayTrainWorker, NVLink: fatal error detected on link 6(0x10000, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0)" % (w[bad][1], w[bad][0])]
        lines[-1] = "@@" + lines[-1]
        lines += ray(c, w[bad][0], w[bad][1], ["torch.distributed.DistBackendError: NCCL error in: /pytorch/torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp:3384, unhandled cuda error (run with NCCL_DEBUG=INFO for details), NCCL version 2.26.2", "ncclUnhandledCudaError: Call to CUDA function failed.", "Last error:", "Cuda failure 'uncorrectable NVLink error detected during the execution'"])
    for k in (0, 2):
        lines += ray(c, w[k][0], w[k][1], ["torch.distributed.DistBackendError: NCCL error in: /pytorch/torch/csrc/distributed/c10d/NCCLUtils.cpp:77, remote process exited or there was a network error, NCCL version 2.26.2", "ncclRemoteError: A call failed possibly due to a network error or a remote process exiting prematurely."])
    lines += ray_tail(c, "torch.distributed.DistBackendError: NCCL error in: /pytorch/torch/csrc/distributed/c10d/NCCLUtils.cpp:77, remote process exited or there was a network error, NCCL version 2.26.2", ip=w[0][1])
    c.why = "An NVLink fault on one worker's GPU; Ray re-raises another worker's NCCL remote error as the training failure."
    return lines


@shape("gpu_hardware", "gsp-hang-slurm", "cuda_runtime", "megatron", 2)
def _(c, v):
    lines = begin(c, "megatron", c.i(20, 60))
    k0 = c.t.strftime("%b %d %H:%M:%S")
    code, txt = [(119, "Timeout after 45s of waiting for RPC response from GPU1 GSP! Expected function 76 (GSP_RM_CONTROL) (0x20802a02 0x4)."), (95, "Uncontained: LTC TAG (0x2, 0x1). RST: Yes, D-RST: No")][v]
    c.rank = None
    lines += ["@@%s %s kernel: NVRM: Xid (PCI:0000:43:00): %d, pid=%d, name=pt_main_thread, %s" % (k0, c.hosts[3], code, c.pid(5), txt)]
    if v == 0:
        lines += ["%s %s kernel: NVRM: Xid (PCI:0000:43:00): 154, pid=%d, name=pt_main_thread, GPU recovery action changed from 0x0 (None) to 0x1 (GPU Reset Required)" % (k0, c.hosts[3], c.pid(5))]
        c.tick(600)
        lines += watchdogs(c, [8, 9, 17, 30], "2.5")
    else:
        c.tick(2)
        lines += ["%s %s kernel: NVRM: Xid (PCI:0000:43:00): 45, pid=%d, name=pt_main_thread, Ch 0000000a" % (k0, c.hosts[3], c.pid(5))] * 1 + pre("[rank25]: ", tb(c, MEGATRON_FRAMES, ["torch.AcceleratorError: CUDA error: an illegal memory access was encountered"] + advice(c, "cudaErrorIllegalAddress", True)))
        c.rank = 25
    lines += srun_tail(c, 25, "Aborted (core dumped)", c.hosts[3], rest="0-23,26-31")
    c.exit = 134 if v == 0 else 1
    c.why = "Kernel Xid %d on %s stopped the GPU; CUDA and NCCL errors after it are the program's view of a dead GPU." % (code, c.hosts[3])
    return lines


@shape("gpu_hardware", "healthcheck", "cuda_runtime", "shell", 2, multi=False)
def _(c, v):
    lines = slurm_head(c, 2) + ["[prolog] checking %d GPUs on %s" % (8, c.host)]
    if v == 0:
        lines += ["@@Unable to determine the device handle for GPU0000:91:00.0: Unknown Error", "[prolog] nvidia-smi exit status 255"] + tb(c, [("./launch.py", 61, "<module>", "check_devices(expected=8)"), ("./launch.py", 33, "check_devices", "raise RuntimeError(f'expected {expected} GPUs, found {n}')")], "RuntimeError: expected 8 GPUs, found 7")
        c.multi = True
    else:
        lines += nccl_info(c, 4) + ["%s:%d:%d [2] graph/paths.cc:479 NCCL WARN P2P is disabled between NVLINK connected GPUs 3 and 2. This should not be the case given their connectivity, and is probably due to a hardware issue. If you still want to proceed, you can set NCCL_IGNORE_DISABLED_P2P=1." % (c.host, c.pid(2), c.pid(50))]
        lines[-1] = "@@" + lines[-1]
        lines += tb(c, main_frames(c), ["torch.distributed.DistBackendError: NCCL error in: ../torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp:1691, unhandled system error (run with NCCL_DEBUG=INFO for details), NCCL version 2.19.3", "ncclSystemError: System call (e.g. socket, malloc) or external library call failed or device error. ", "Last error:", "P2P is disabled between NVLINK connected GPUs 3 and 2. This should not be the case given their connectivity, and is probably due to a hardware issue. If you still want to proceed, you can set NCCL_IGNORE_DISABLED_P2P=1."])
        c.rank, c.multi = 2, True
    c.why = "A device that the driver can no longer reach or link: hardware, not a count mistake in the launcher."
    return lines

# ------------------------------------------------------------- cuda_driver


def lazy_frames(c):
    return [("./train.py", c.i(20, 90), "<module>", c.pick("model = build(cfg).cuda()", "torch.cuda.set_device(local_rank)", "device = torch.zeros(1).to('cuda').device")), ("torch/cuda/__init__.py", c.pick(214, 247, 298, 319), "_lazy_init", "torch._C._cuda_init()")]


@shape("cuda_driver", "no-driver", "cuda_runtime", "pytorch", 3)
def _(c, v):
    lines = warnings(c, 3) if v else slurm_head(c) + env_dump(c)
    msg = ["RuntimeError: Found no NVIDIA driver on your system. Please check that you have an NVIDIA GPU and installed a driver from http://www.nvidia.com/Download/index.aspx",
           "RuntimeError: The NVIDIA driver on your system is too old (found version %d). Please update your GPU driver by downloading and installing a new version from the URL: http://www.nvidia.com/Download/index.aspx Alternatively, go to: https://pytorch.org to install a PyTorch version that has been compiled with your version of the CUDA driver." % c.pick(11040, 10020, 11070),
           "RuntimeError: No CUDA GPUs are available"][v]
    if v == 2:
        lines += ["%s/torch/cuda/__init__.py:%d: UserWarning: CUDA initialization: CUDA unknown error - this may be due to an incorrectly set up environment, e.g. changing env variable CUDA_VISIBLE_DEVICES after program start. Setting the available devices to be zero. (Triggered internally at ../c10/cuda/CUDAFunctions.cpp:108.)" % (c.site, c.pick(107, 118)), "  return torch._C._cuda_getDeviceCount() > 0"]
    lines += tb(c, lazy_frames(c), "@@" + msg)
    if v == 1:
        lines += wandb_tail(c)
    c.multi = v == 2
    c.why = "CUDA cannot start on this machine: driver missing, older than the build, or no device visible."
    return lines


@shape("cuda_driver", "ordinal", "cuda_runtime", "pytorch", 2)
def _(c, v):
    lines = torchrun_head(c)
    bad = [4, 5, 6, 7] if v == 0 else [2, 3]
    blocks = [pre("[rank%d]: " % r if v == 0 else "", tb(c, [("./main.py", 44, "<module>", "main()"), ("./main.py", 18, "main", "torch.cuda.set_device(int(os.environ['LOCAL_RANK']))"), ("torch/cuda/__init__.py", c.pick(350, 404, 420), "set_device", "torch._C._cuda_setDevice(device)")],
              [("@@" if r == bad[0] else "") + ["torch.AcceleratorError", "RuntimeError"][v] + ": CUDA error: invalid device ordinal" + ("\nGPU device may be out of range, do you have enough GPUs?" if v == 0 else "")] + ASYNC[:3])) for r in bad]
    c.rank = bad[0]
    lines += blocks[0] + (mix(c, *blocks[1:]) if v == 0 else blocks[1])
    lines += elastic(c, bad[-1], 1, others=[(r, 1) for r in bad[:-1]], old=bool(v), world=8 if v == 0 else 4)
    c.why = "More ranks per node than GPUs: 'invalid device ordinal' is how every surplus rank dies; not a fault of the GPU."
    return lines


@shape("cuda_driver", "nvml-mismatch", "cuda_runtime", "pytorch", 2)
def _(c, v):
    lines = begin(c, "simple", 6) if v == 0 else slurm_head(c)
    if v == 0:
        lines += ["+ nvidia-smi", "@@Failed to initialize NVML: Driver/library version mismatch", "NVML library version: %s" % c.driver[:6], "+ python train.py --resume auto"] + tb(c, lazy_frames(c), "RuntimeError: Unexpected error from cudaGetDeviceCount(). Did you run some cuda functions before calling NumCudaDevices() that might have already set an error? Error 804: forward compatibility was attempted on non supported HW")
    else:
        lines += ["[%d.104417] NVRM: API mismatch: the client has the version %s, but" % (c.i(10000, 900000), "550.90.07"), "               NVRM: this kernel module has the version 550.54.15.  Please", "               NVRM: make sure that this kernel module and all NVIDIA driver", "               NVRM: components have the same version."]
        lines[-4] = "@@" + lines[-4]
        lines += pre(lambda: "%d: " % c.i(0, 3), tb(c, lazy_frames(c), "RuntimeError: CUDA driver initialization failed, you might not have a CUDA gpu."))
        lines += srun_tail(c, 0, rest="1-3")
    c.why = "The driver was upgraded under a loaded kernel module; the Python error is the consequence."
    return lines


@shape("cuda_driver", "fabric-802", "cuda_runtime", "pytorch", 2)
def _(c, v):
    lines = slurm_head(c) + warnings(c, 2)
    if v == 0:
        body = tb(c, lazy_frames(c), "RuntimeError: Unexpected error from cudaGetDeviceCount(). Did you run some cuda functions before calling NumCudaDevices() that might have already set an error? Error 802: system not yet initialized")
    else:
        body = tb(c, lazy_frames(c), ["RuntimeError: CUDA error: CUDA-capable device(s) is/are busy or unavailable"] + ASYNC[:3])
    first = [b for b in body]
    k = [i for i, x in enumerate(first) if x.startswith("RuntimeError")][0]
    first[k] = "@@" + first[k]
    lines += pre("0: ", first) + mix(c, *[pre("%d: " % r, body) for r in range(1, 8)])
    c.rank = 0
    lines += srun_tail(c, 0, rest="1-7")
    c.why = "Every rank fails at CUDA initialisation: the Fabric Manager is down or the devices are held by someone else."
    return lines


@shape("cuda_driver", "container", "cuda_runtime", "docker", 2, multi=False)
def _(c, v):
    if v == 0:
        lines = ["Unable to find image 'registry.local/%s:latest' locally" % c.project, "latest: Pulling from %s" % c.project] + ["%s: Pull complete" % c.hex(12) for _ in range(c.i(4, 12))] + ["Digest: sha256:%s" % c.hex(64), "Status: Downloaded newer image for registry.local/%s:latest" % c.project,
                 "@@docker: Error response from daemon: failed to create task for container: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: error during container init: error running prestart hook #0: exit status 1, stdout: , stderr: Auto-detected mode as 'legacy'", "nvidia-container-cli: initialization error: nvml error: driver not loaded: unknown."]
        lines[-2], lines[-1] = lines[-2].replace("@@", ""), "@@" + lines[-1]
        c.exit = 125
    else:
        lines = ["INFO:    Converting SIF file to temporary sandbox...", "WARNING: Could not find any nv files on this host!", "==========", "== CUDA ==", "==========", "", "WARNING: The NVIDIA Driver was not detected.  GPU functionality will not be available.", "   Use the NVIDIA Container Toolkit to start this container with GPU support; see", "   https://docs.nvidia.com/datacenter/cloud-native/ .", ""] + warnings(c, 2)
        lines += tb(c, lazy_frames(c), "@@RuntimeError: Found no NVIDIA driver on your system. Please check that you have an NVIDIA GPU and installed a driver from http://www.nvidia.com/Download/index.aspx") + ["INFO:    Cleaning up image..."]
        c.framework = "apptainer"
    c.why = "The container was started without a working driver inside: a launcher or host matter, nothing in the program."
    return lines


@shape("cuda_driver", "jax-tf-init", "cuda_runtime", "jax", 2)
def _(c, v):
    if v == 0:
        lines = jax_head(c)[:1] + ["E%s %d cuda_executor.cc:1228] INTERNAL: CUDA Runtime error: Failed call to cudaGetRuntimeVersion: Error loading CUDA libraries. GPU will not be used.: Error loading CUDA libraries. GPU will not be used." % (c.glog("", False), c.pid())]
        lines += tb(c, [("./train.py", 15, "<module>", "print('Devices:', jax.devices())"), ("jax/_src/xla_bridge.py", 1028, "devices", "return get_backend(backend).devices()"), ("jax/_src/xla_bridge.py", 902, "backends", "raise RuntimeError(err_msg)")], "@@RuntimeError: Unable to initialize backend 'cuda': FAILED_PRECONDITION: No visible GPU devices. (you may need to uninstall the failing plugin package, or set JAX_PLATFORMS=cpu to skip this backend.)")
    else:
        c.framework = "tensorflow"
        lines = tf_head(c)[:3] + ["@@%s: E tensorflow/compiler/xla/stream_executor/cuda/cuda_driver.cc:268] failed call to cuInit: CUDA_ERROR_NO_DEVICE: no CUDA-capable device is detected" % c.ts("%Y-%m-%d %H:%M:%S.%f", 0), "%s: I tensorflow/compiler/xla/stream_executor/cuda/cuda_diagnostics.cc:168] retrieving CUDA diagnostic information for host: %s" % (c.ts("%Y-%m-%d %H:%M:%S.%f", 0), c.host)]
        lines += tb(c, [("./fit.py", 30, "<module>", "strategy = tf.distribute.MirroredStrategy(['/gpu:0', '/gpu:1'])"), ("tensorflow/python/distribute/mirrored_strategy.py", 480, "_initialize_strategy", "assert devices, 'Must specify at least one device.'")], "tensorflow.python.framework.errors_impl.InvalidArgumentError: /job:localhost/replica:0/task:0/device:GPU:0 unknown device.")
    c.why = "The framework finds no usable CUDA device at start."
    return lines

# ------------------------------------------------------ cuda_no_kernel_image


@shape("cuda_no_kernel_image", "new-gpu", "cuda_runtime", "pytorch", 3)
def _(c, v):
    lines = ["%s/torch/cuda/__init__.py:%d: UserWarning: " % (c.site, c.pick(155, 209, 235)), "%s with CUDA capability sm_120 is not compatible with the current PyTorch installation." % c.pick("NVIDIA GeForce RTX 5090", "NVIDIA RTX PRO 6000 Blackwell"), "The current PyTorch install supports CUDA capabilities sm_50 sm_60 sm_70 sm_75 sm_80 sm_86 sm_90.", "If you want to use the NVIDIA GeForce RTX 5090 GPU with PyTorch, please check the instructions at https://pytorch.org/get-started/locally/", "", "  warnings.warn("]
    lines += warnings(c, v + 1)
    lines += tb(c, main_frames(c) + nn_frames(c), ["@@" + ["RuntimeError", "torch.AcceleratorError", "RuntimeError"][v] + ": CUDA error: no kernel image is available for execution on the device"] + advice(c, "cudaErrorNoKernelImageForDevice", v == 1))
    if v == 2:
        lines += accelerate_tail(c)
    c.why = "This build of PyTorch has no code for the GPU's architecture; the warning at the top says so first, the error is what stops the job."
    return lines


@shape("cuda_no_kernel_image", "extension", "cuda_runtime", "pytorch", 2)
def _(c, v):
    c.rank = 0
    ext = c.pick("flash_attn", "causal_conv1d_cuda", "xformers", "selective_scan_cuda", "apex")
    lines = begin(c, ["ds", "hf"][v], 0) + ["Time to load fused_adam op: %.3f seconds" % c.f(0.1, 2)]
    body = tb(c, main_frames(c) + nn_frames(c, 1) + [("%s/interface.py" % ext, c.i(30, 90), "forward", "out, lse, *rest = %s.fwd(q, k, v, None, alibi, p, scale, causal)" % ext)], ["RuntimeError: CUDA error: no kernel image is available for execution on the device"] + ASYNC[:3])
    k = [i for i, x in enumerate(body) if x.startswith("RuntimeError")][0]
    a = list(body)
    a[k] = "@@" + a[k]
    lines += a + body + body + (ds_kill(c, 4) if v == 0 else elastic(c, 1, 1, others=[(0, 1), (2, 1)], old=True, world=4))
    c.why = "A compiled extension lacks code for this GPU; all ranks say the same, then the launcher tears down."
    return lines


@shape("cuda_no_kernel_image", "tf-jax", "cuda_runtime", "tensorflow", 2)
def _(c, v):
    t = lambda: c.ts("%Y-%m-%d %H:%M:%S.%f", 0)
    if v == 0:
        lines = tf_head(c) + ["%s: W tensorflow/core/common_runtime/gpu/gpu_device.cc:2432] TensorFlow was not built with CUDA kernel binaries compatible with compute capability 12.0. CUDA kernels will be jit-compiled from PTX, which could take 30 minutes or longer." % t(), "%s: W tensorflow/compiler/mlir/tools/kernel_gen/tf_gpu_runtime_wrappers.cc:40] 'cuModuleLoadData(&module, data)' failed with 'CUDA_ERROR_NO_BINARY_FOR_GPU'" % t(), "", "%s: W tensorflow/core/framework/op_kernel.cc:1844] UNKNOWN: JIT compilation failed." % t()]
        lines[-3] = "@@" + lines[-3]
        lines += tb(c, [("./fit.py", 88, "<module>", "model.fit(ds, epochs=20)"), ("keras/src/utils/traceback_utils.py", 122, "error_handler", "raise e.with_traceback(filtered_tb) from None")], "tensorflow.python.framework.errors_impl.UnknownError: {{function_node __wrapped__Sub_device_/job:localhost/replica:0/task:0/device:GPU:0}} JIT compilation failed. [Op:Sub] name: ")
    else:
        c.framework = "jax"
        lines = jax_head(c) + tb(c, [("./train.py", 77, "<module>", "state = init_fn(key)"), ("jax/_src/interpreters/pxla.py", 1288, "__call__", "results = self.xla_executable.execute_sharded(input_bufs)")], "@@jaxlib.xla_extension.XlaRuntimeError: INTERNAL: Failed to load in-memory CUBIN (compiled for a different GPU?).: CUDA_ERROR_NO_BINARY_FOR_GPU: no kernel image is available for execution on the device")
        lines += ["", "For simplicity, JAX has removed its internal frames from the traceback of the following exception. Set JAX_TRACEBACK_FILTERING=off to include these."]
    c.why = "NO_BINARY_FOR_GPU: the binary has no code for this architecture; the framework wraps it as a JIT or load failure."
    return lines


@shape("cuda_no_kernel_image", "mixed-nodes", "cuda_runtime", "pytorch", 2)
def _(c, v):
    lines = slurm_head(c, 2)
    bad = 4
    c.rank = bad
    a = ["CUDA error at %s/csrc/selective/kernel.cu:%d: no kernel image is available for execution on the device" % (c.dir, c.i(90, 400))]
    lines += pre("0: ", warnings(c, 1)) + pre("%d: " % bad, ["@@RuntimeError: CUDA error: no kernel image is available for execution on the device"] if v == 0 else ["@@" + a[0]])
    if v == 0:
        full = tb(c, main_frames(c) + nn_frames(c), ["@@RuntimeError: CUDA error: no kernel image is available for execution on the device"] + ASYNC[:3])
        lines = lines[:-1] + pre("4: ", full)
    else:
        lines += pre("4: ", ["terminate called after throwing an instance of 'std::runtime_error'", "  what():  no kernel image is available for execution on the device"])
    lines += pre("0: ", tb(c, main_frames(c), ["torch.distributed.DistBackendError: NCCL error in: /pytorch/torch/csrc/distributed/c10d/NCCLUtils.cpp:133, remote process exited or there was a network error, NCCL version 2.27.3", "ncclRemoteError: A call failed possibly due to a network error or a remote process exiting prematurely.", "Last error:", "socketPollConnect: connect to %s<45411> returned Connection refused(111)" % c.ip[1]])) if v == 0 else store_noise(c, [0])
    lines += srun_tail(c, bad, ["Exited with exit code 1", "Aborted (core dumped)"][v], c.hosts[1], rest="0-3,5-7")
    c.exit = [1, 134][v]
    c.why = "The second node has a newer GPU than the extension was built for; the NCCL and store errors of the first node follow from that rank's death."
    return lines

# ------------------------------------------------------- cuda_device_assert


def kassert(c, n, kind=None):
    kind = kind or c.pick("index", "nll", "embed", "scatter", "bce")
    path = c.pick("../aten/src/ATen/native/cuda/", "/pytorch/aten/src/ATen/native/cuda/", "/opt/conda/conda-bld/pytorch_1682343995622/work/aten/src/ATen/native/cuda/")
    fmt = {"index": path + "IndexKernel.cu:%d: operator(): block: [%%d,0,0], thread: [%%d,0,0] Assertion `-sizes[i] <= index && index < sizes[i] && \"index out of bounds\"` failed." % c.pick(91, 92, 93, 111),
           "nll": path + "Loss.cu:%d: nll_loss_forward_reduce_cuda_kernel_2d: block: [%%d,0,0], thread: [%%d,0,0] Assertion `t >= 0 && t < n_classes` failed." % c.pick(240, 250, 271),
           "embed": path + "Indexing.cu:%d: indexSelectLargeIndex: block: [%%d,0,0], thread: [%%d,0,0] Assertion `srcIndex < srcSelectDimSize` failed." % c.pick(605, 1146, 1292, 1515),
           "scatter": path + "ScatterGatherKernel.cu:%d: operator(): block: [%%d,0,0], thread: [%%d,0,0] Assertion `idx_dim >= 0 && idx_dim < index_size && \"index out of bounds\"` failed." % c.pick(144, 365),
           "bce": path + "Loss.cu:%d: operator(): block: [%%d,0,0], thread: [%%d,0,0] Assertion `input_val >= zero && input_val <= one` failed." % c.pick(95, 115)}[kind]
    b = c.i(0, 200)
    return [fmt % (b + k // 32, 32 * c.i(0, 3) + k % 32) for k in range(n)]


@shape("cuda_device_assert", "nll-single", "cuda_runtime", "pytorch", 2)
def _(c, v):
    lines = begin(c, ["mae", "timm"][v], c.i(0, 12))
    k = kassert(c, c.i(8, 90), "nll")
    k[0] = "@@" + k[0]
    lines += k + tb(c, main_frames(c) + [("./engine.py", 61, "train_one_epoch", "loss_value = loss.item()")], [["RuntimeError", "torch.AcceleratorError"][v] + ": CUDA error: device-side assert triggered"] + advice(c, "cudaErrorAssert", v == 1))
    if v == 0:
        lines += dl_del(c)
    c.why = "A label outside [0, n_classes): the kernel's assertion names it; the Python frame is asynchronous and misleads."
    return lines


@shape("cuda_device_assert", "embed-ddp", "cuda_runtime", "pytorch", 3)
def _(c, v):
    bad = c.i(1, 6)
    c.rank = bad
    lines = begin(c, ["hf", "hf", "nano"][v], c.i(4, 25))
    k = kassert(c, c.i(30, 600 if v == 1 else 60), "embed")
    k[0] = "@@" + k[0]
    err = "CUDA error: device-side assert triggered"
    body = pre("[rank%d]: " % bad if v else "", tb(c, hf_frames(c) + nn_frames(c, 1) + [("torch/nn/functional.py", 2237, "embedding", "return torch.embedding(weight, input, padding_idx, scale_grad_by_freq, sparse)")], [["RuntimeError: ", "RuntimeError: ", "torch.AcceleratorError: "][v] + err] + ASYNC[:3]))
    if v == 2:
        body = pre("[rank%d]: " % bad, tb(c, main_frames(c), ["RuntimeError: CUDA error: CUBLAS_STATUS_NOT_INITIALIZED when calling `cublasCreate(handle)`"]))
    lines += k + body + watchdog(c, bad, ["2.0", "2.4", "2.5"][v], text=err + "\n" + "\n".join(ASYNC[:3]))
    lines += watchdogs(c, [r for r in (0, 7) if r != bad], ["2.0", "2.4", "2.5"][v], ms=1800000)
    lines += elastic(c, 0 if v == 1 else bad, -6, others=[(bad if v == 1 else 0, -6)], old=v == 0)
    c.why = "Token ids beyond the embedding on rank %d: the Indexing.cu assertion is the root; cuBLAS, watchdog and table lines are consequences." % bad
    return lines


@shape("cuda_device_assert", "lightning-eval", "cuda_runtime", "lightning", 2)
def _(c, v):
    lines = begin(c, "pl", 20)
    k = kassert(c, c.i(10, 40), ["scatter", "index"][v])
    k[0] = "@@" + k[0]
    chain = tb(c, pl_frames(c), ["RuntimeError: CUDA error: device-side assert triggered"] + ASYNC[:3])
    chain += ["", "During handling of the above exception, another exception occurred:", ""] + tb(c, pl_frames(c)[:3] + [("lightning/pytorch/trainer/call.py", 68, "_interrupt", "trainer.strategy.teardown()"), ("lightning/fabric/utilities/optimizer.py", 42, "_optimizer_to_device", "v = move_data_to_device(v, device)")], ["RuntimeError: CUDA error: device-side assert triggered"] + ASYNC[:3])
    lines += ["\rEpoch 3:  41%|████▏     | 410/1000 [01:22<01:58,  4.99it/s, v_num=7, loss=1.12]" + k[0]] + k[1:] + chain if v == 0 else k + chain
    c.why = "Index out of range inside a kernel; the second traceback is Lightning's teardown failing on a dead context."
    return lines


@shape("cuda_device_assert", "jax-tf", "cuda_runtime", "tensorflow", 2)
def _(c, v):
    t = c.ts("%Y-%m-%d %H:%M:%S.%f", 0)
    lines = begin(c, "keras", 20)
    if v == 0:
        lines += ["@@%s: E tensorflow/stream_executor/cuda/cuda_event.cc:29] Error polling for event status: failed to query event: CUDA_ERROR_ASSERT: device-side assert triggered" % t, "%s: F tensorflow/core/common_runtime/device/device_event_mgr.cc:221] Unexpected Event status: 1" % t, "Aborted (core dumped)"]
    else:
        k = ["/tmp/pip-req-build-%s/csrc/roi_align.cu:%d: roi_align_fwd: block: [%d,0,0], thread: [%d,0,0] Assertion `batch_idx < n_batch` failed." % (c.hex(6), 77, b, c.i(0, 127)) for b in range(12)]
        k[0] = "@@" + k[0]
        lines += k + ["%s: E external/local_xla/xla/stream_executor/cuda/cuda_driver.cc:1485] failed to free device memory at 0x7f11; result: CUDA_ERROR_ASSERT: device-side assert triggered" % t, "%s: F ./tensorflow/core/framework/tensor.h:847] Check failed: new_num_elements == NumElements() (0 vs. 128)" % t, "Fatal Python error: Aborted", "", "Current thread 0x00007f2d1c7fb640 (most recent call first):", "  <no Python frame>", "Aborted (core dumped)"]
    c.exit = 134
    c.why = "A kernel assertion; the F-lines and the abort are TensorFlow noticing a poisoned context."
    return lines

# ------------------------------------------------------ cuda_illegal_access

ILL = "CUDA error: an illegal memory access was encountered"


@shape("cuda_illegal_access", "watchdog-first", "cuda_runtime", "pytorch", 3)
def _(c, v):
    bad = c.i(0, 7)
    c.rank = bad
    era = ["2.0", "2.4", "2.5"][v]
    lines = begin(c, ["fairseq", "hf", "titan"][v], c.i(10, 40))
    lines += watchdog(c, bad, era, text="\n".join([ILL] + ASYNC[:3]), mark="")
    k = [i for i, x in enumerate(lines) if "terminated with exception" in x][0]
    lines[k] = "@@" + lines[k]
    lines += ["Fatal Python error: Aborted", "", "Thread 0x00007f8c9f7fe700 (most recent call first):", '  File "/usr/lib/python3.10/threading.py", line 324 in wait', "", "Extension modules: numpy.core._multiarray_umath, torch._C, yaml._yaml (total: 41)"]
    lines += elastic(c, bad, -6, others=[((bad + 1) % 8, -6)] if v else [], old=v == 0) if v < 2 else pg_warn(c) + srun_tail(c, bad, "Aborted (core dumped)", rest="0-7")
    c.exit = 134 if v == 2 else 1
    c.why = "The NCCL watchdog only reports what CUDA told it: an illegal memory access on rank %d, not a communication error." % bad
    return lines


@shape("cuda_illegal_access", "triton-kernel", "cuda_runtime", "pytorch", 2)
def _(c, v):
    lines = begin(c, ["nano", "simple"][v], c.i(4, 20))
    fr = main_frames(c) + [("./ops/%s.py" % c.pick("fused_ce", "chunk_scan", "swiglu"), c.i(60, 300), "forward", "kernel[grid](x, w, out, N, BLOCK=1024)"), ("triton/runtime/jit.py", c.pick(345, 607, 700), "run", "kernel.run(grid_0, grid_1, grid_2, stream, kernel.function, kernel.packed_metadata, launch_metadata,")]
    lines += tb(c, fr, "@@RuntimeError: Triton Error [CUDA]: an illegal memory access was encountered")
    if v == 0:
        lines += ["", "During handling of the above exception, another exception occurred:", ""] + tb(c, [("./train.py", 301, "<module>", "save_checkpoint(emergency=True)"), ("torch/serialization.py", 850, "save", "_save(obj, opened_zipfile, pickle_module, pickle_protocol)")], [ILL.join(["RuntimeError: ", ""])] + ASYNC[:3])
    else:
        lines += leak(c)
    c.why = "A hand-written Triton kernel read out of bounds; the emergency save fails on the dead context."
    return lines


@shape("cuda_illegal_access", "xid31", "cuda_runtime", "deepspeed", 2)
def _(c, v):
    bad = 2
    c.rank = bad
    lines = begin(c, "ds", c.i(8, 30))
    kern = "%s %s kernel: NVRM: Xid (PCI:0000:5e:00): %s" % (c.t.strftime("%b %d %H:%M:%S"), c.host, ["31, pid=%d, name=python, Ch 00000010, intr 00000000. MMU Fault: ENGINE GRAPHICS GPCCLIENT_T1_4 faulted @ 0x7f0a_c4000000. Fault is of type FAULT_PDE ACCESS_TYPE_VIRT_READ" % c.pid(2), "13, pid=%d, name=python, Graphics SM Warp Exception on (GPC 2, TPC 0, SM 1): Out Of Range Address" % c.pid(2)][v])
    body = pre("%s: " % c.host, tb(c, main_frames(c) + [("deepspeed/runtime/engine.py", 1936, "backward", "self.optimizer.backward(loss, retain_graph=retain_graph)"), ("torch/autograd/__init__.py", 251, "backward", "Variable._execution_engine.run_backward(")], ["@@RuntimeError: " + ILL] + ASYNC[:3]))
    lines += ([kern] + body if v == 0 else body + [kern])
    lines += pre("%s: " % c.host, watchdogs(c, [0, 1, 3], "2.2", ms=1800000)) + pre("%s: " % c.host, ds_kill(c, 4, -6))
    lines += ["pdsh@%s: %s: ssh exited with exit code 250" % (c.host, c.host)]
    c.exit = 250
    c.why = "Xid 31/13 of the application class only confirms the illegal access that rank 2 reports; the other ranks time out."
    return lines


@shape("cuda_illegal_access", "tf-poll", "cuda_runtime", "tensorflow", 2)
def _(c, v):
    t = c.ts("%Y-%m-%d %H:%M:%S.%f", 0)
    lines = begin(c, "keras", 30)
    if v == 0:
        lines[-1] += "%s: E tensorflow/stream_executor/cuda/cuda_driver.cc:1011] could not synchronize on CUDA context: CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered :: *** Begin stack trace ***" % t
        lines[-1] = "@@" + lines[-1]
        lines += ["\ttensorflow::CurrentStackTrace[abi:cxx11]()", "\tstream_executor::gpu::GpuDriver::SynchronizeContext()", "*** End stack trace ***", "", "%s: F tensorflow/core/common_runtime/gpu/gpu_event_mgr.cc:273] Unexpected Event status: 1" % t, "run.sh: line 12: %d Aborted                 (core dumped) python fit.py" % c.pid()]
        c.exit = 134
    else:
        lines += ["@@%s: E external/local_xla/xla/stream_executor/cuda/cuda_event.cc:28] Error polling for event status: failed to query event: CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered" % t] + tb(c, [("./fit.py", 120, "<module>", "model.fit(train, validation_data=val, callbacks=cbs)"), ("keras/src/utils/traceback_utils.py", 122, "error_handler", "raise e.with_traceback(filtered_tb) from None")], ["tensorflow.python.framework.errors_impl.InternalError: Graph execution error:", "", "Failed to call ThenRnnForward with model config: [rnn_mode, rnn_input_mode, rnn_direction_mode]: 2, 0, 0 ", "\t [[{{node CudnnRNN}}]] [Op:__inference_train_function_%d]" % c.i(1000, 9000)])
    c.why = "ILLEGAL_ADDRESS first; the fatal event status or the RNN launch failure is what TensorFlow could do with it."
    return lines


@shape("cuda_illegal_access", "mpi-cpp", "cuda_runtime", "c++/cuda", 2)
def _(c, v):
    bad = 3
    c.rank = bad
    lines = ["[1,0]<stdout>:lattice %dx%dx%d, %d ranks, tuning cache %s/tune.tsv" % (c.i(16, 96), c.i(16, 96), c.i(16, 96), 4, c.dir)]
    for k in range(c.i(10, 60)):
        lines += pre("[1,0]<stdout>:", ["traj %d: dH = %.4e, plaquette = %.7f, solver iters = %d, %.1f GFlop/s" % (k, c.f(-0.4, 0.4, 6), c.f(0.55, 0.6, 7), c.i(200, 900), c.f(500, 3000, 1))])
    e = ["@@CUDA error at /build/src/dslash_interior.cu:%d: an illegal memory access was encountered (cudaErrorIllegalAddress)" % c.i(80, 900), "@@terminate called after throwing an instance of 'thrust::THRUST_200302_800_NS::system::system_error'"][v]
    if v == 1:
        lines += pre("[1,%d]<stderr>:" % bad, [e.replace("@@", ""), "@@  what():  CUDA free failed: cudaErrorIllegalAddress: an illegal memory access was encountered", "[%s:%d] *** Process received signal ***" % (c.host, c.pid(3)), "[%s:%d] Signal: Aborted (6)" % (c.host, c.pid(3)), "[%s:%d] Signal code:  (-6)" % (c.host, c.pid(3)), "[%s:%d] [ 0] /lib/x86_64-linux-gnu/libc.so.6(+0x42520)[0x7f2c]" % (c.host, c.pid(3)), "[%s:%d] *** End of error message ***" % (c.host, c.pid(3))]) + mpi_tail(c, bad, sig="6 (Aborted)")
        c.exit = 134
    else:
        lines += pre("[1,%d]<stderr>:" % bad, [e]) + ["-" * 74, "MPI_ABORT was invoked on rank 3 in communicator MPI_COMM_WORLD", "with errorcode 700.", "", "NOTE: invoking MPI_ABORT causes Open MPI to kill all MPI processes.", "You may or may not see output from other processes, depending on", "exactly when Open MPI kills them.", "-" * 74]
        c.exit = 188
    c.why = "A CUDA C++ program checks the error itself and then aborts the MPI job: the CUDA line is the cause, MPI_ABORT or the signal only the end."
    return lines

# ------------------------------------------------------ cuda_launch_failure


@shape("cuda_launch_failure", "unspecified", "cuda_runtime", "pytorch", 2)
def _(c, v):
    lines = begin(c, ["mae", "pl"][v], c.i(8, 40))
    fr = main_frames(c) + nn_frames(c) if v == 0 else pl_frames(c)
    lines += tb(c, fr, ["@@" + ["RuntimeError: CUDA error: unspecified launch failure", "torch.AcceleratorError: CUDA error: unspecified launch failure"][v]] + advice(c, "cudaErrorLaunchFailure", v == 1))
    lines += ["terminate called after throwing an instance of 'c10::Error'", "  what():  CUDA error: unspecified launch failure"] + ASYNC[:3] + frames(c, 6) + ["", "Aborted (core dumped)"]
    c.exit = 134
    c.why = "A kernel died; the C++ exception afterwards is a destructor meeting the same dead context."
    return lines


@shape("cuda_launch_failure", "misaligned-ddp", "cuda_runtime", "pytorch", 3)
def _(c, v):
    bad = c.i(1, 7)
    c.rank = bad
    msg = ["misaligned address", "an illegal instruction was encountered", "the launch timed out and was terminated"][v]
    sym = ["cudaErrorMisalignedAddress", "cudaErrorIllegalInstruction", "cudaErrorLaunchTimeout"][v]
    lines = begin(c, ["titan", "megatron", "hf"][v], c.i(6, 25))
    lines += pre("[rank%d]: " % bad, tb(c, main_frames(c) + nn_frames(c), ["@@" + c.pick("RuntimeError", "torch.AcceleratorError") + ": CUDA error: " + msg] + advice(c, sym, v != 2)))
    lines += store_noise(c, [r for r in (0, 2, 4) if r != bad])[: c.i(8, 14)] + watchdogs(c, [r for r in (1, 3) if r != bad], "2.5")
    lines += elastic(c, 1 if bad != 1 else 3, -6, others=[(bad, 1)])
    c.why = "'%s' on rank %d comes before the time-outs of the others; torchrun's table lists a victim first." % (msg, bad)
    return lines


@shape("cuda_launch_failure", "resources", "cuda_runtime", "pytorch", 2)
def _(c, v):
    lines = begin(c, "simple", c.i(0, 6))
    msg = ["too many resources requested for launch", "invalid configuration argument"][v]
    lines += tb(c, main_frames(c) + [("./ops/deform.py", 71, "backward", "_C.deform_backward(grad, offset, mask, *ctx.saved_tensors)")], ["@@RuntimeError: CUDA error: " + msg] + ASYNC[:2])
    if v == 1:
        lines = lines[:-2] + ASYNC[:3] + ["ERROR conda.cli.main_run:execute(%d): `conda run python train.py` failed. (See above for error)" % c.i(33, 124)]
    c.multi = v == 1
    c.why = "The launch configuration does not fit the GPU."
    return lines


@shape("cuda_launch_failure", "xla-tf", "cuda_runtime", "jax", 2)
def _(c, v):
    t = c.ts("%Y-%m-%d %H:%M:%S.%f", 0)
    if v == 0:
        c.rank = 6
        lines = begin(c, "jax", c.i(10, 40))
        lines += pre("6: ", ["@@%s: E external/xla/xla/stream_executor/cuda/cuda_driver.cc:1010] could not synchronize on CUDA context: CUDA_ERROR_LAUNCH_FAILED: unspecified launch failure :: *** Begin stack trace ***" % t, "\t*** End stack trace ***"] + tb(c, [("./train.py", 233, "<module>", "app.run(main)"), ("./train.py", 180, "main", "state, metrics = p_train_step(state, batch)")], "jaxlib.xla_extension.XlaRuntimeError: INTERNAL: Failed to synchronize GPU for autotuning: CUDA_ERROR_LAUNCH_FAILED: unspecified launch failure"))
        lines += pre("0: ", ["%s: E external/xla/xla/tsl/distributed_runtime/coordination/coordination_service.cc:1170] /job:jax_worker/replica:0/task:6 has been set to ERROR in coordination service: UNAVAILABLE: Task /job:jax_worker/replica:0/task:6 heartbeat timeout. This indicates that the remote task has failed, got preempted, or crashed unexpectedly. Check the task logs for an earlier error to debug further." % t, "%s: F external/xla/xla/pjrt/distributed/client.h:80] Terminating process because the JAX distributed service detected fatal errors. This most likely indicates that another task died; see the other task logs for more details." % t])
        lines += srun_tail(c, 0, "Aborted (core dumped)", rest="1-7")
        c.exit = 134
    else:
        c.framework = "tensorflow"
        lines = begin(c, "keras", 40) + ["@@%s: E tensorflow/stream_executor/cuda/cuda_event.cc:29] Error polling for event status: failed to query event: CUDA_ERROR_LAUNCH_FAILED: unspecified launch failure" % t, "%s: F tensorflow/core/common_runtime/device/device_event_mgr.cc:221] Unexpected Event status: 1" % t, "Aborted (core dumped)"]
        c.exit = 134
    c.why = "A kernel launch failed on the GPU; heartbeat and event-status lines are the echo."
    return lines


@shape("cuda_launch_failure", "cupy-numba", "cuda_runtime", "cupy", 2, multi=False)
def _(c, v):
    c.multi = v == 1
    lines = begin(c, "simple", 8)
    if v == 0:
        lines += tb(c, [("./simulate.py", 140, "<module>", "run()"), ("./simulate.py", 99, "run", "out = kernel((grid,), (block,), args)"), ("cupy_backends/cuda/api/driver.pyx", 253, "cupy_backends.cuda.api.driver.moduleLoadData", None)], "@@cupy_backends.cuda.api.driver.CUDADriverError: CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES: too many resources requested for launch")
    else:
        lines += tb(c, [("./simulate.py", 88, "<module>", "step[blocks, threads](d_a, d_b)"), ("numba/cuda/cudadrv/driver.py", 327, "_check_ctypes_error", "raise CudaAPIError(retcode, msg)")], "@@numba.cuda.cudadrv.driver.CudaAPIError: [719] Call to cuLaunchKernel results in CUDA_ERROR_LAUNCH_FAILED") + ["Exception ignored in: <finalize object at %s; dead>" % c.addr()] + tb(c, [("/usr/lib/python3.10/weakref.py", 591, "__call__", "return info.func(*info.args, **(info.kwargs or {}))"), ("numba/cuda/cudadrv/driver.py", 1076, "core", "driver.cuMemFree(handle)")], "numba.cuda.cudadrv.driver.CudaAPIError: [719] Call to cuMemFree results in CUDA_ERROR_LAUNCH_FAILED")
    c.framework = ["cupy", "numba"][v]
    c.why = "The driver API names the failed launch itself."
    return lines

# ------------------------------------------------------------ cublas_cudnn


@shape("cublas_cudnn", "not-initialized", "cuda_runtime", "pytorch", 2)
def _(c, v):
    lines = begin(c, ["hf", "simple"][v], 0 if v else 3)
    msg = ["CUBLAS_STATUS_NOT_INITIALIZED when calling `cublasCreate(handle)`", "CUBLAS_STATUS_INVALID_VALUE when calling `cublasSgemm( handle, opa, opb, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc)`"][v]
    lines += tb(c, hf_frames(c) + nn_frames(c), "@@RuntimeError: CUDA error: " + msg)
    if v == 0:
        lines += ["  0%|          | 0/4500 [00:02<?, ?it/s]"]
    c.multi = v == 0
    c.why = "cuBLAS itself fails and nothing earlier explains it."
    return lines


@shape("cublas_cudnn", "cudnn-ddp", "cuda_runtime", "pytorch", 3)
def _(c, v):
    bad = c.i(0, 3)
    c.rank = bad
    msg = ["cuDNN error: CUDNN_STATUS_EXECUTION_FAILED", "cuDNN error: CUDNN_STATUS_NOT_INITIALIZED", "cuDNN error: CUDNN_STATUS_SUBLIBRARY_VERSION_MISMATCH"][v]
    lines = begin(c, ["mae", "timm", "pl"][v], c.i(0, 15))
    lines += pre(["", "[rank%d]: " % bad, "[rank%d]: " % bad][v], tb(c, main_frames(c) + nn_frames(c, 3)[:-1] + [("torch/nn/modules/conv.py", c.pick(444, 456, 458), "_conv_forward", "return F.conv2d(input, weight, bias, self.stride,")], ["@@RuntimeError: " + msg] + (["You can try to repro this exception using the following code snippet. If that doesn't trigger the error, please include your original repro script when reporting this issue.", "", "import torch", "torch.backends.cuda.matmul.allow_tf32 = False", "torch.backends.cudnn.benchmark = True", "data = torch.randn([32, 64, 112, 112], dtype=torch.half, device='cuda', requires_grad=True)", "net = torch.nn.Conv2d(64, 128, kernel_size=[3, 3])", "out = net(data)", "out.backward(torch.randn_like(out))", "torch.cuda.synchronize()", "", "ConvolutionParams ", "    memory_format = Contiguous", "    data_type = CUDNN_DATA_HALF", "    deterministic = false"] if v == 0 else [])))
    lines += watchdogs(c, [r for r in range(3) if r != bad], ["2.0", "2.2", "2.4"][v], ms=1800000) + elastic(c, bad, 1, others=[], old=v == 0, world=4)
    c.why = "cuDNN fails on rank %d; the repro snippet and the time-outs of the others are not the cause." % bad
    return lines


@shape("cublas_cudnn", "tf-conv", "cuda_runtime", "tensorflow", 2)
def _(c, v):
    t = c.ts("%Y-%m-%d %H:%M:%S.%f", 0)
    lines = tf_head(c) + ["Epoch 1/50"]
    lines += ["@@%s: E tensorflow/stream_executor/cuda/cuda_dnn.cc:%d] Could not create cudnn handle: CUDNN_STATUS_%s" % (t, c.pick(329, 377, 389), ["INTERNAL_ERROR", "NOT_INITIALIZED"][v])] * 1
    lines += ["%s: E tensorflow/stream_executor/cuda/cuda_dnn.cc:338] Possibly insufficient driver version: %s" % (t, c.driver)] if v else []
    lines += tb(c, [("./fit.py", 64, "<module>", "model.fit(x, y, epochs=50)"), ("keras/utils/traceback_utils.py", 67, "error_handler", "raise e.with_traceback(filtered_tb) from None")], ["tensorflow.python.framework.errors_impl.UnknownError: Graph execution error:", "", "Failed to get convolution algorithm. This is probably because cuDNN failed to initialize, so try looking to see if a warning log message was printed above.", "\t [[node model/conv1/Conv2D (defined at fit.py:64) ]] [Op:__inference_train_function_%d]" % c.i(1000, 9999)])
    c.why = "cuDNN would not start; the convolution error is its wrapper."
    return lines


@shape("cublas_cudnn", "te-fp8", "cuda_runtime", "megatron", 2)
def _(c, v):
    bad = 12 + v
    c.rank = bad
    lines = begin(c, "megatron", c.i(0, 10))
    msg = ["RuntimeError: /TransformerEngine/transformer_engine/common/gemm/cublaslt_gemm.cu:%d in function cublas_gemm: cuBLAS Error: an unsupported value or parameter was passed to the function" % c.i(280, 520), "RuntimeError: CUDA error: CUBLAS_STATUS_EXECUTION_FAILED when calling `cublasGemmEx( handle, opa, opb, m, n, k, alpha_ptr, a, CUDA_R_16BF, lda, b, CUDA_R_16BF, ldb, beta_ptr, c, CUDA_R_16BF, ldc, compute_type, CUBLAS_GEMM_DEFAULT_TENSOR_OP)`"][v]
    lines += pre("[default4]:[rank%d]: " % bad, tb(c, MEGATRON_FRAMES, "@@" + msg))
    lines += pre("[default4]:", pg_warn(c, bad)) + store_noise(c, [2, 9]) + elastic(c, bad, 1, host=c.hosts[1])
    c.why = "A cuBLAS call failed on rank %d; store and process-group lines are the teardown." % bad
    return lines


@shape("cublas_cudnn", "rnn-jax", "cuda_runtime", "jax", 2)
def _(c, v):
    if v == 0:
        lines = begin(c, "jax", 5) + ["@@%s: E external/xla/xla/stream_executor/cuda/cuda_dnn.cc:456] Loaded runtime CuDNN library: 8.5.0 but source was compiled with: 8.9.4.  CuDNN library needs to have matching major version and equal or higher minor version. If using a binary install, upgrade your CuDNN library.  If building from sources, make sure the library loaded at runtime is compatible with the version specified during compile configuration." % c.ts("%Y-%m-%d %H:%M:%S.%f", 0)] + tb(c, [("./train.py", 91, "<module>", "params = model.init(rng, x)"), ("jax/_src/dispatch.py", 465, "backend_compile", "return backend.compile(built_c, compile_options=options)")], "jaxlib.xla_extension.XlaRuntimeError: FAILED_PRECONDITION: DNN library initialization failed. Look at the errors above for more details.")
    else:
        c.framework = "pytorch"
        lines = begin(c, "simple", 15) + tb(c, main_frames(c) + [("torch/nn/modules/rnn.py", 812, "forward", "result = _VF.lstm(input, hx, self._flat_weights, self.bias, self.num_layers,")], "@@RuntimeError: cuDNN error: CUDNN_STATUS_MAPPING_ERROR") + atexit_noise(c)
    c.why = "The DNN library is the part that fails: version mix or mapping error."
    return lines

# ---------------------------------------------------------------- cuda_oom


def oom(c, era, gib=None):
    want = gib or c.pick("20.00 MiB", "2.00 GiB", "518.00 MiB", "14.00 GiB", "896.00 MiB", "64.00 MiB")
    k, cap = c.i(0, 7), float(c.cap)
    used = cap - c.f(0.02, 1.5, 2)
    if era == "old":
        return "RuntimeError: CUDA out of memory. Tried to allocate %s (GPU %d; %.2f GiB total capacity; %.2f GiB already allocated; %.2f MiB free; %.2f GiB reserved in total by PyTorch)%s" % (want, k, cap, used - 0.8, c.f(5, 900, 2), used - 0.3, c.pick("", " If reserved memory is >> allocated memory try setting max_split_size_mb to avoid fragmentation.  See documentation for Memory Management and PYTORCH_CUDA_ALLOC_CONF"))
    if era == "1.13":
        return "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate %s (GPU %d; %.2f GiB total capacity; %.2f GiB already allocated; %.2f MiB free; %.2f GiB reserved in total by PyTorch) If reserved memory is >> allocated memory try setting max_split_size_mb to avoid fragmentation.  See documentation for Memory Management and PYTORCH_CUDA_ALLOC_CONF" % (want, k, cap, used - 0.8, c.f(5, 900, 2), used - 0.3)
    word = "capacty" if era == "2.1" else "capacity"
    cls = "torch.cuda.OutOfMemoryError" if era in ("2.1", "2.3") else "torch.OutOfMemoryError"
    return "%s: CUDA out of memory. Tried to allocate %s. GPU %d has a total %s of %.2f GiB of which %.2f MiB is free. %sProcess %d has %.2f GiB memory in use. Of the allocated memory %.2f GiB is allocated by PyTorch, and %.2f MiB is reserved by PyTorch but unallocated. If reserved but unallocated memory is large try setting %s to avoid fragmentation.  See documentation for Memory Management  (https://pytorch.org/docs/stable/notes/cuda.html#environment-variables)" % (
        cls, want, k, word, cap, c.f(5, 900, 2), c.pick("", "Including non-PyTorch memory, this process has %.2f GiB memory in use. " % used), c.pid(9), used, used - 2, c.f(10, 2000, 2), "max_split_size_mb" if era == "2.1" else "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True")


@shape("cuda_oom", "ddp-one-rank", "cuda_oom", "pytorch", 3)
def _(c, v):
    bad = c.i(1, 7)
    c.rank = bad
    lines = begin(c, ["fairseq", "hf", "titan"][v], c.i(6, 60))
    lines += pre(["", "[rank%d]: " % bad, "[rank%d]: " % bad][v], tb(c, main_frames(c) + nn_frames(c), "@@" + oom(c, ["1.13", "2.3", "2.5"][v])))
    others = [r for r in range(8) if r != bad]
    c.tick(600)
    lines += watchdogs(c, c.r.sample(others, [2, 4, 7][v]), ["2.0", "2.2", "2.5"][v], ms=[1800000, 1800000, 600000][v])
    lines += elastic(c, others[0], -6, others=[(bad, 1)] + [(r, -6) for r in others[1:4]], old=v == 0)
    c.why = "Rank %d ran out of device memory; the others waited in a collective until the watchdog killed them, and the table names rank %d." % (bad, others[0])
    return lines


@shape("cuda_oom", "caught-then-fatal", "cuda_oom", "huggingface", 2)
def _(c, v):
    lines = begin(c, "hf", 0)
    bs = 64
    for _ in range([3, 4][v]):
        lines += tb(c, hf_frames(c)[2:], oom(c, "2.1")) if v else ["WARNING:accelerate.utils.memory:" + oom(c, "2.1").split(": ", 1)[1]]
        bs //= 2
        lines += ["Decreasing batch size to: %d" % bs] + p_hf(c, 2)
    lines += p_hf(c, c.i(10, 30)) + ["***** Running Evaluation *****", "  Num examples = 2048", "  Batch size = 256"] + tb(c, hf_frames(c)[:3] + [("transformers/trainer.py", 3210, "evaluation_loop", "logits = self.accelerator.pad_across_processes(logits, dim=1, pad_index=-100)"), ("accelerate/utils/operations.py", 616, "pad_across_processes", "new_tensor = tensor.new_zeros(tuple(new_size)) + pad_index")], "@@" + oom(c, "2.1"))
    lines += wandb_tail(c)
    c.why = "The out-of-memory errors at the start were caught and the batch halved, then training went on; the one in evaluation was fatal."
    return lines


@shape("cuda_oom", "accel-error", "cuda_oom", "pytorch", 2)
def _(c, v):
    lines = slurm_head(c) + torchrun_head(c)
    msg = ["torch.AcceleratorError: CUDA error: out of memory", "RuntimeError: CUDA error: out of memory"][v]
    c.rank = 0
    blk = lambda m: tb(c, lazy_frames(c)[:1] + [("torch/cuda/__init__.py", 420, "set_device", "torch._C._cuda_setDevice(device)")], [m] + advice(c, "cudaErrorMemoryAllocation", v == 0))
    lines += pre("[rank0]: ", blk("@@" + msg)) + mix(c, pre("[rank1]: ", blk(msg)), pre("[rank2]: ", blk(msg))) + elastic(c, 2, 1, others=[(0, 1), (1, 1)], world=4)
    c.why = "The context could not be made because the GPU was already full: a device OOM that never says 'CUDA out of memory'."
    return lines


@shape("cuda_oom", "cublas-alloc", "cuda_oom", "pytorch", 2)
def _(c, v):
    lines = begin(c, ["simple", "ds"][v], c.i(2, 12))
    msg = ["RuntimeError: CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`", "RuntimeError: cuDNN error: CUDNN_STATUS_ALLOC_FAILED"][v]
    lines += tb(c, main_frames(c) + nn_frames(c), "@@" + msg)
    if v:
        c.rank = 0
        lines += ds_kill(c, 2, 1)
    c.multi = v == 1
    c.why = "ALLOC_FAILED is a memory shortage on the device, not a fault of the library."
    return lines


@shape("cuda_oom", "jax-xla", "cuda_oom", "jax", 3)
def _(c, v):
    t = lambda: c.ts("%Y-%m-%d %H:%M:%S.%f", 0)
    n = c.i(10**9, 8 * 10**10)
    lines = begin(c, "jax", c.i(0, 20))
    lines += ["%s: W external/xla/xla/tsl/framework/bfc_allocator.cc:482] Allocator (GPU_0_bfc) ran out of memory trying to allocate %.2fGiB (rounded to %d)requested by op " % (t(), n / 2**30, n), "If the cause is memory fragmentation maybe the environment variable 'TF_GPU_ALLOCATOR=cuda_malloc_async' will improve the situation. ", "Current allocation summary follows."] + ["%s: I external/xla/xla/tsl/framework/bfc_allocator.cc:1039] Bin (%d): \tTotal Chunks: %d, Chunks in use: %d. %.1fMiB allocated for chunks." % (t(), 256 << b, c.i(0, 90), c.i(0, 80), c.f(0, 900, 1)) for b in range(c.i(4, 20))]
    if v == 2:
        lines = begin(c, "jax", 12) + ["%s: E external/xla/xla/stream_executor/cuda/cuda_driver.cc:1000] failed to allocate 176.00MiB (184549376 bytes) from device: RESOURCE_EXHAUSTED: : CUDA_ERROR_OUT_OF_MEMORY: out of memory" % t()]
    msg = ["jaxlib.xla_extension.XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to allocate %d bytes." % n, "jax.errors.JaxRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to allocate %d bytes." % n, "jax.errors.JaxRuntimeError: RESOURCE_EXHAUSTED: Failed to allocate request for 176.00MiB (184549376B) on device ordinal 3"][v]
    lines += tb(c, [("./train.py", 212, "<module>", "app.run(main)"), ("./train.py", 167, "main", "state, m = train_step(state, batch)")], "@@" + msg) + ["-" * 20, "For simplicity, JAX has removed its internal frames from the traceback of the following exception. Set JAX_TRACEBACK_FILTERING=off to include these."]
    c.why = "XLA's allocator ran out of device memory; W and I lines before it describe the same event."
    return lines


@shape("cuda_oom", "tf", "cuda_oom", "tensorflow", 2)
def _(c, v):
    t = lambda: c.ts("%Y-%m-%d %H:%M:%S.%f", 0)
    lines = begin(c, "keras", 10)
    shape_ = "[%d,%d,%d,%d]" % (c.i(16, 256), c.i(64, 512), c.i(14, 224), c.i(14, 224))
    lines += ["%s: W tensorflow/core/common_runtime/bfc_allocator.cc:462] Allocator (GPU_0_bfc) ran out of memory trying to allocate 2.25GiB (rounded to 2415919104)requested by op model/block5/conv/Conv2D" % t()] + ["%s: I tensorflow/core/common_runtime/bfc_allocator.cc:1010] InUse at 7f%s of size %d next %d" % (t(), c.hex(10), c.i(256, 10**8), c.i(1, 900)) for _ in range(c.i(20, 300))] + ["%s: W tensorflow/core/framework/op_kernel.cc:1763] OP_REQUIRES failed at conv_ops.cc:1106 : Resource exhausted: OOM when allocating tensor with shape%s and type float on /job:localhost/replica:0/task:0/device:GPU:0 by allocator GPU_0_bfc" % (t(), shape_)]
    lines += tb(c, [("./fit.py", 50, "<module>", "model.fit(ds, epochs=90)")], ["tensorflow.python.framework.errors_impl.ResourceExhaustedError: " + ["Graph execution error:", "OOM when allocating tensor with shape%s and type float on /job:localhost/replica:0/task:0/device:GPU:0 by allocator GPU_0_bfc [Op:Conv2D]" % shape_][v]])
    k = [i for i, x in enumerate(lines) if "OP_REQUIRES failed" in x][0]
    lines[k] = "@@" + lines[k]
    if v == 0:
        lines += ["", "OOM when allocating tensor with shape%s and type float on /job:localhost/replica:0/task:0/device:GPU:0 by allocator GPU_0_bfc" % shape_, "\t [[{{node model/block5/conv/Conv2D}}]]", "Hint: If you want to see a list of allocated tensors when OOM happens, add report_tensor_allocations_upon_oom to RunOptions for current allocation info. This isn't available when running in Eager mode.", " [Op:__inference_train_function_%d]" % c.i(1000, 9999)]
    c.why = "TensorFlow's allocator could not serve a convolution; the exception repeats it."
    return lines


@shape("cuda_oom", "nccl-quotes", "cuda_oom", "pytorch", 2)
def _(c, v):
    bad = 2
    c.rank = bad
    lines = begin(c, "megatron", 0) + nccl_info(c, 4)
    w = "%s:%d:%d [2] include/alloc.h:%d NCCL WARN Cuda failure %s'out of memory'" % (c.host, c.pid(2), c.pid(52), c.pick(102, 178, 233), "2 " if v else "")
    lines += ["@@" + w] + ["%s:%d:%d [2] NCCL INFO transport/nvls.cc:%d -> 1" % (c.host, c.pid(2), c.pid(52), c.i(100, 400)), "%s:%d:%d [2] NCCL INFO init.cc:%d -> 1" % (c.host, c.pid(2), c.pid(52), c.i(900, 1600))]
    lines += pre("[rank2]: ", tb(c, MEGATRON_FRAMES[:2], ["torch.distributed.DistBackendError: NCCL error in: ../torch/csrc/distributed/c10d/NCCLUtils.hpp:317, unhandled cuda error (run with NCCL_DEBUG=INFO for details), NCCL version 2.21.5", "ncclUnhandledCudaError: Call to CUDA function failed.", "Last error:", "Cuda failure %s'out of memory'" % ("2 " if v else "")]))
    lines += pre("[rank0]: ", tb(c, MEGATRON_FRAMES[:2], ["torch.distributed.DistBackendError: NCCL error in: ../torch/csrc/distributed/c10d/NCCLUtils.hpp:317, remote process exited or there was a network error, NCCL version 2.21.5", "ncclRemoteError: A call failed possibly due to a network error or a remote process exiting prematurely.", "Last error:", "socketProgress: Connection closed by remote peer %s<%d>" % (c.hosts[0], c.i(30000, 60000))]))
    lines += elastic(c, 0, 1, others=[(2, 1)])
    c.why = "NCCL quotes CUDA's 'out of memory' while building a communicator: memory, not network."
    return lines


@shape("cuda_oom", "shared-gpu-mpi", "cuda_oom", "horovod", 2)
def _(c, v):
    bad = 1
    c.rank = bad
    lines = pre("[1,0]<stdout>:", p_timm(c, 12) if v == 0 else p_simple(c, 12))
    lines += pre("[1,%d]<stderr>:" % bad, tb(c, main_frames(c) + [("horovod/torch/optimizer.py", 273, "step", "return super(self.__class__, self).step(closure)")], "@@" + oom(c, "old")))
    lines += mix(c, *[pre("[1,%d]<stderr>:" % r, tb(c, main_frames(c) + [("horovod/torch/mpi_ops.py", c.i(590, 1280), "synchronize", "raise HorovodInternalError(e)")], "horovod.common.exceptions.HorovodInternalError: Horovod has been shut down. This was caused by an exception on one of the ranks or an attempt to allreduce, allgather or broadcast a tensor after one of the ranks finished execution. If the shutdown was caused by an exception, you should see the exception in the log before the first shutdown message.")) for r in (0, 2, 3)]) + mpi_tail(c, 0)
    c.why = "Rank 1 ran out of GPU memory; Horovod's shut-down errors of the other ranks say to look earlier; mpirun blames rank 0."
    return lines


@shape("cuda_oom", "optuna-retries", "cuda_oom", "pytorch", 2)
def _(c, v):
    lines = ["[I %s] A new study created in RDB with name: %s-hpo" % (c.ts("%Y-%m-%d %H:%M:%S,%f"), c.project)]
    for k in range(c.i(2, 5)):
        lines += p_simple(c, 4) + ["[W %s] Trial %d failed with parameters: {'lr': %.5f, 'bs': %d} because of the following error: OutOfMemoryError('CUDA out of memory. Tried to allocate 3.00 GiB')." % (c.ts(), k, c.f(1e-4, 1e-2, 5), c.pick(128, 256)), "[I %s] Trial %d finished with value: %.4f and parameters: {'lr': 0.0003, 'bs': 32}. Best is trial %d with value: %.4f." % (c.ts(), k + 10, c.f(0.3, 0.9, 4), k + 10, c.f(0.3, 0.5, 4))]
    lines += ["retraining best configuration on full data"] + p_simple(c, c.i(2, 20)) + tb(c, main_frames(c), "@@" + oom(c, ["2.3", "2.5"][v])) + ["Exception ignored in: <function Study.__del__ at %s>" % c.addr(), "sqlalchemy.exc.OperationalError: (sqlite3.OperationalError) database is locked"]
    c.why = "Failed trials were handled by the search; the final training's own out-of-memory error ended the job."
    return lines
