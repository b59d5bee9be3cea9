"""Harmless output of real tools: banners, dumps, progress, prefixes."""
import re

from core import ROOT


def pre(prefix, lines):
    """Prefix every line (a callable may vary it); the mark stays inside."""
    get = prefix if callable(prefix) else (lambda: prefix)
    return [get() + line for line in split(lines)]


def split(lines):
    if isinstance(lines, str):
        lines = [lines]
    return [part for line in lines for part in line.split("\n")]


def mix(c, *streams):
    """Interleave streams, each in its own order."""
    streams = [list(split(s)) for s in streams]
    out = []
    while any(streams):
        weights = [len(s) for s in streams]
        s = c.r.choices(streams, weights)[0]
        for _ in range(min(len(s), c.r.choice([1, 1, 1, 2, 3, 5]))):
            out.append(s.pop(0))
    return out


def tb(c, frames, exc, head="Traceback (most recent call last):"):
    """frames: (file, line, func, code); file 'a/b.py' is taken in site-packages, './x.py' in the project."""
    out = [head]
    for path, line, func, code in frames:
        full = c.dir + path[1:] if path.startswith("./") else path if path.startswith(("/", "<")) else c.site + "/" + path
        out.append('  File "%s", line %d, in %s' % (full, line, func))
        if code:
            out.append("    " + code)
            if c.py in ("3.11", "3.12") and c.r.random() < 0.5:
                out.append("    " + " " * c.r.randint(0, 4) + "^" * max(3, len(code) - c.r.randint(4, 8)))
    return out + split(exc)


def main_frames(c, script="train.py"):
    a = c.i(120, 480)
    return [("./" + script, a, "<module>", "main()"), ("./" + script, a - c.i(20, 80), "main", c.pick("trainer.train()", "train_one_epoch(model, loader, opt, epoch)", "run(cfg)", "loss = step(batch)"))]


def hf_frames(c):
    b = c.i(1500, 2300)
    return [("./" + c.pick("train.py", "finetune.py", "run_clm.py"), c.i(90, 700), "<module>", "main()"),
            ("./" + "run_clm.py", c.i(400, 700), "main", "train_result = trainer.train(resume_from_checkpoint=checkpoint)"),
            ("transformers/trainer.py", b, "train", "return inner_training_loop("),
            ("transformers/trainer.py", b + c.i(200, 330), "_inner_training_loop", "tr_loss_step = self.training_step(model, inputs)"),
            ("transformers/trainer.py", b + c.i(900, 1300), "training_step", c.pick("loss = self.compute_loss(model, inputs)", "self.accelerator.backward(loss)"))]


def nn_frames(c, n=2):
    mods = [("torch/nn/modules/container.py", 217, "forward", "input = module(input)"), ("torch/nn/modules/linear.py", 116, "forward", "return F.linear(input, self.weight, self.bias)")]
    out = []
    for _ in range(n):
        out.append(("torch/nn/modules/module.py", c.pick(1130, 1501, 1518, 1532, 1553, 1736, 1751), c.pick("_call_impl", "_wrapped_call_impl"), c.pick("return forward_call(*args, **kwargs)", "return self._call_impl(*args, **kwargs)")))
    return out + [c.pick(*mods)]


def pl_frames(c):
    return [("./train.py", c.i(40, 210), "<module>", "cli_main()"), ("./train.py", c.i(20, 39), "cli_main", "trainer.fit(model, datamodule=dm)"),
            (c.pick("lightning/pytorch", "pytorch_lightning") + "/trainer/trainer.py", c.pick(532, 544, 608), "fit", "call._call_and_handle_interrupt("),
            ("lightning/pytorch/trainer/call.py", c.pick(42, 43, 47), "_call_and_handle_interrupt", "return trainer.strategy.launcher.launch(trainer_fn, *args, trainer=trainer, **kwargs)"),
            ("lightning/pytorch/loops/fit_loop.py", c.i(200, 360), "advance", "self.epoch_loop.run(self._data_fetcher)"),
            ("lightning/pytorch/loops/training_epoch_loop.py", c.i(130, 250), "advance", "batch_output = self.automatic_optimization.run(trainer.optimizers[0], batch_idx, kwargs)"),
            ("lightning/pytorch/strategies/strategy.py", c.i(367, 390), "training_step", "return self.lightning_module.training_step(*args, **kwargs)")]


MEGATRON_FRAMES = [("/workspace/megatron-lm/pretrain_gpt.py", 264, "<module>", "pretrain("),
                   ("/workspace/megatron-lm/megatron/training/training.py", 380, "pretrain", "iteration, num_floating_point_operations_so_far = train("),
                   ("/workspace/megatron-lm/megatron/training/training.py", 1247, "train", "train_step(forward_step_func,"),
                   ("/workspace/megatron-lm/megatron/training/training.py", 688, "train_step", "losses_reduced = forward_backward_func("),
                   ("/workspace/megatron-lm/megatron/core/pipeline_parallel/schedules.py", 452, "forward_backward_no_pipelining", "output_tensor, num_tokens = forward_step(")]

# ---------------------------------------------------------------- preambles


def warnings(c, n=3):
    pool = [
        "%s/torch/utils/data/dataloader.py:%d: UserWarning: This DataLoader will create 16 worker processes in total. Our suggested max number of worker in current system is 12, which is smaller than what this DataLoader is going to create. Please be aware that excessive worker creation might get DataLoader running slow or even freeze, lower the worker number to avoid potential slowness/freeze if necessary.\n  warnings.warn(_create_warning_msg(" % (c.site, c.pick(478, 557, 617)),
        "%s/transformers/utils/hub.py:%d: FutureWarning: Using `TRANSFORMERS_CACHE` is deprecated and will be removed in v5 of Transformers. Use `HF_HOME` instead.\n  warnings.warn(" % (c.site, c.i(105, 128)),
        "%s/torchvision/io/image.py:13: UserWarning: Failed to load image Python extension: '%s/torchvision/image.so: undefined symbol: _ZN5torch3jit17parseSchemaOrNameERKSs'If you don't plan on using image functionality from `torchvision.io`, you can ignore this warning.\n  warn(" % (c.site, c.site),
        "%s/torch/cuda/__init__.py:%d: FutureWarning: The pynvml package is deprecated. Please install nvidia-ml-py instead. If you did not install pynvml directly, please report this to the maintainers of the package that installed pynvml for you.\n  import pynvml  # type: ignore[import]" % (c.site, c.i(51, 62)),
        "/usr/lib/python3/dist-packages/requests/__init__.py:89: RequestsDependencyWarning: urllib3 (1.26.18) or chardet (3.0.4) doesn't match a supported version!\n  warnings.warn(\"urllib3 ({}) or chardet ({}) doesn't match a supported \"",
        "WARNING: Could not import apex.amp, mixed precision through apex is not available (No module named 'apex')",
        "Matplotlib created a temporary cache directory at /tmp/matplotlib-%s because the default path (%s/.config/matplotlib) is not a writable directory; it is highly recommended to set the MPLCONFIGDIR environment variable to a writable directory, in particular to speed up the import of Matplotlib and to better support multiprocessing." % (c.hex(8), c.home),
        "%s/torch/distributed/distributed_c10d.py:%d: FutureWarning: torch.distributed.reduce_op is deprecated, please use torch.distributed.ReduceOp instead\n  warnings.warn(" % (c.site, c.i(150, 262)),
        "huggingface/tokenizers: The current process just got forked, after parallelism has already been used. Disabling parallelism to avoid deadlocks...\nTo disable this warning, you can either:\n\t- Avoid using `tokenizers` before the fork if possible\n\t- Explicitly set the environment variable TOKENIZERS_PARALLELISM=(true | false)",
        "Some weights of %sForClassification were not initialized from the model checkpoint at %s and are newly initialized: ['classifier.bias', 'classifier.weight']\nYou should probably TRAIN this model on a down-stream task to be able to use it for predictions and inference." % (c.pick("Bert", "Roberta", "ViT"), c.model),
        "%s/torch/optim/lr_scheduler.py:%d: UserWarning: Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you should call them in the opposite order: `optimizer.step()` before `lr_scheduler.step()`.  Failure to do this will result in PyTorch skipping the first value of the learning rate schedule.\n  warnings.warn(" % (c.site, c.i(129, 232)),
    ]
    return [c.r.choice(pool)] if n == 1 else c.r.sample(pool, min(n, len(pool)))


def env_dump(c):
    keys = ["NCCL_IB_TIMEOUT=22", "NCCL_ASYNC_ERROR_HANDLING=1", "TORCH_NCCL_BLOCKING_WAIT=0", "NCCL_DEBUG=%s" % c.pick("WARN", "INFO", "VERSION"), "CUDA_DEVICE_MAX_CONNECTIONS=1", "OMP_NUM_THREADS=8", "TORCH_DISTRIBUTED_DEBUG=OFF",
            "SLURM_KILL_BAD_EXIT=1", "PYTHONFAULTHANDLER=1", "HF_DATASETS_OFFLINE=1", "WANDB_MODE=offline", "TF_CPP_MIN_LOG_LEVEL=2", "MASTER_ADDR=%s" % c.host, "MASTER_PORT=%d" % c.i(20000, 49000), "SLURM_JOB_ID=%d" % c.job]
    c.r.shuffle(keys)
    return ["%s=%s" % tuple(k.split("=", 1)) for k in keys[:c.i(6, 14)]]


def slurm_head(c, nodes=1):
    lines = ["Job %d started on %s at %s" % (c.job, ",".join(c.hosts[:nodes]), c.t.strftime("%a %b %d %H:%M:%S UTC %Y")), "SLURM_JOB_NODELIST=%s" % ",".join(c.hosts[:nodes])]
    if c.r.random() < 0.5:
        lines += ["Loading cuda/12.1", "  Loading requirement: gcc/11.3.0", "The following have been reloaded with a version change:", "  1) gcc/8.5.0 => gcc/11.3.0"]
    if c.r.random() < 0.5:
        lines += ["GPU %d: %s (UUID: GPU-%s-%s-%s-%s-%s)" % (k, c.gpu, c.hex(8), c.hex(4), c.hex(4), c.hex(4), c.hex(12)) for k in range(c.pick(1, 4, 8))]
    return lines


def torchrun_head(c):
    if c.r.random() < 0.5:
        w = "W%02d%02d %s %d torch/distributed/run.py:%d]" % (c.t.month, c.t.day, c.t.strftime("%H:%M:%S.%f"), c.pid(), c.pick(757, 779, 792))
        return [w + " ", w + " *****************************************", w + " Setting OMP_NUM_THREADS environment variable for each process to be 1 in default, to avoid your system being overloaded, please further tune the variable for optimal performance in your application as needed. ", w + " *****************************************"]
    return ["WARNING:torch.distributed.run:", "*****************************************", "Setting OMP_NUM_THREADS environment variable for each process to be 1 in default, to avoid your system being overloaded, please further tune the variable for optimal performance in your application as needed. ", "*****************************************"]


def nccl_info(c, ranks=2, host=None, dense=False):
    host = host or c.host
    ver = c.pick("2.14.3+cuda11.7", "2.18.1+cuda12.1", "2.20.5+cuda12.4", "2.21.5+cuda12.4", "2.26.2+cuda12.2")
    out = []
    for k in range(ranks):
        p = "%s:%d:%d [%d] NCCL INFO " % (host, c.pid(k), c.pid(k) + 40 + c.i(0, 9), k)
        some = ["Bootstrap : Using %s:%s<0>" % (c.pick("eth0", "bond0", "ib0"), c.ip[0]), "NET/Plugin : dlerror=libnccl-net.so: cannot open shared object file: No such file or directory No plugin found (libnccl-net.so), using internal implementation",
                "NCCL version " + ver, "cudaDriverVersion %d" % c.pick(11070, 12020, 12040), "NCCL_IB_TIMEOUT set by environment to 22.", "NET/IB : No device found.", "NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/IB [RO]; OOB ib0:%s<0>" % c.ip[0],
                "Using network %s" % c.pick("IB", "Socket", "AWS Libfabric"), "Setting affinity for GPU %d to ffff,00000000" % k, "NVLS multicast support is not available on dev %d" % k, "comm 0x%s rank %d nRanks %d nNodes 1 localRank %d localRanks 8 MNNVL 0" % (c.hex(12), k, ranks, k),
                "Trees [0] %d/-1/-1->%d->%d" % (k + 1, k, k - 1), "P2P Chunksize set to 524288", "Channel 00/0 : %d[%d] -> %d[%d] via P2P/CUMEM" % (k, k, k + 1, k + 1), "Connected all rings", "Connected all trees", "threadThresholds 8/8/64 | 64/8/64 | 512 | 512",
                "comm 0x%s rank %d nranks %d cudaDev %d nvmlDev %d busId %x000 commId 0x%s - Init COMPLETE" % (c.hex(12), k, ranks, k, k, 0x10 + k * 0x17, c.hex(16)), "[Service thread] Connection closed by localRank %d" % ((k + 1) % max(ranks, 2))]
        if not dense:
            some = [s for s in some if c.r.random() < 0.45]
        out.append([p + s for s in some])
    return mix(c, *out)


def megatron_args(c, n=40):
    keys = [("accumulate_allreduce_grads_in_fp32", True), ("adam_beta1", 0.9), ("adam_eps", "1e-08"), ("attention_dropout", 0.0), ("bf16", True), ("check_for_nan_in_loss_and_grad", True), ("check_for_spiky_loss", False), ("check_weight_hash_across_dp_replicas_interval", None),
            ("clip_grad", 1.0), ("dist_ckpt_strictness", "assume_ok_unexpected"), ("distributed_backend", "nccl"), ("distributed_timeout_minutes", 30), ("error_injection_rate", 0), ("error_injection_type", "transient_error"), ("exit_on_missing_checkpoint", False), ("exit_signal_handler", True),
            ("global_batch_size", 512), ("hysteresis", 2), ("initial_loss_scale", 4294967296), ("load", c.dir + "/ckpt"), ("loss_scale", None), ("loss_scale_window", 1000), ("lr", "0.0003"), ("lr_decay_iters", 430000), ("manual_gc", False), ("max_position_embeddings", 4096), ("min_loss_scale", 1.0),
            ("nccl_communicator_config_path", None), ("no_load_optim", None), ("num_attention_heads", 32), ("num_layers", 32), ("overlap_grad_reduce", True), ("pipeline_model_parallel_size", 4), ("rerun_mode", "disabled"), ("save_interval", 500), ("seq_length", 4096), ("skip_train", False),
            ("tensor_model_parallel_size", 2), ("timing_log_level", 0), ("train_iters", 500000), ("use_checkpoint_args", False), ("use_distributed_optimizer", True), ("world_size", 64)]
    keys = sorted(c.r.sample(keys, min(n, len(keys))))
    return ["------------------------ arguments ------------------------"] + ["  %s %s %s" % (k, "." * max(3, 48 - len(k)), v) for k, v in keys] + ["-------------------- end of arguments ---------------------"]


def ds_head(c, ranks=8):
    t = lambda: "[%s] " % c.ts()
    out = []
    for _ in range(c.i(1, 3)):
        c.tick()
        out.append(t() + "[INFO] [real_accelerator.py:%d:get_accelerator] Setting ds_accelerator to cuda (auto detect)" % c.pick(110, 161, 219))
    out += [" [WARNING]  async_io requires the dev libaio .so object and headers but these were not found.", " [WARNING]  async_io: please install the libaio-dev package with apt",
            " [WARNING]  sparse_attn requires a torch version >= 1.5 and < 2.0 but detected 2.%d" % c.i(0, 4), " [WARNING]  using untested triton version (2.1.0), only 1.0.0 is known to be compatible"][: c.pick(0, 2, 4)]
    c.tick()
    out += [t() + "[WARNING] [runner.py:%d:fetch_hostfile] Unable to find hostfile, will proceed with training with local resources only." % c.pick(196, 202, 215),
            t() + "[INFO] [launch.py:146:main] WORLD INFO DICT: {'localhost': %s}" % list(range(ranks)), t() + "[INFO] [launch.py:152:main] nnodes=1, num_local_procs=%d, node_rank=0" % ranks,
            t() + "[INFO] [comm.py:637:init_distributed] cdb=None", t() + "[INFO] [comm.py:668:init_distributed] Initializing TorchBackend in DeepSpeed with backend nccl",
            t() + "[INFO] [logging.py:96:log_dist] [Rank 0] DeepSpeed info: version=0.%d.%d, git-hash=unknown, git-branch=unknown" % (c.i(8, 16), c.i(0, 5)),
            t() + "[INFO] [logging.py:96:log_dist] [Rank 0] Creating torch.bfloat16 ZeRO stage %d optimizer" % c.i(1, 3),
            t() + "[INFO] [utils.py:781:see_memory_usage] MA %.2f GB         Max_MA %.2f GB         CA %.2f GB         Max_CA %d GB " % (c.f(5, 20), c.f(20, 30), c.f(20, 40), c.i(30, 60)),
            t() + "[INFO] [utils.py:789:see_memory_usage] CPU Virtual Memory:  used = %.2f GB, percent = %.1f%%" % (c.f(40, 400), c.f(3, 80))]
    if c.r.random() < 0.6:
        out += [t() + "[INFO] [config.py:%d:print] DeepSpeedEngine configuration:" % c.pick(979, 997)] + [t() + "[INFO] [config.py:983:print]   %s" % x for x in
                ["activation_checkpointing_config  {\n    \"partition_activations\": false, \n    \"contiguous_memory_optimization\": false\n}", "amp_enabled .................. False", "checkpoint_tag_validation_enabled  True", "checkpoint_tag_validation_fail  False", "disable_allgather ............ False", "dump_state ................... False",
                 "dynamic_loss_scale_args ...... None", "error_on_nan ................. False", "fp16_auto_cast ............... None", "gradient_clipping ............ 1.0", "initial_dynamic_scale ........ 65536", "timers_config ................ enabled=True synchronized=True", "zero_allow_untested_optimizer  False"]]
    return out


def hf_head(c):
    t = lambda: c.t.strftime("%m/%d/%Y %H:%M:%S")
    out = ["%s - WARNING - __main__ - Process rank: 0, device: cuda:0, n_gpu: 1, distributed training: True, 16-bits training: False" % t(), "%s - INFO - __main__ - Training/evaluation parameters TrainingArguments(" % t()]
    args = ["_n_gpu=1,", "adafactor=False,", "auto_find_batch_size=False,", "dataloader_drop_last=False,", "ddp_timeout=1800,", "debug=[],", "deepspeed=None,", "eval_on_start=False,", "fp16_full_eval=False,", "full_determinism=False,", "hub_strategy=HubStrategy.EVERY_SAVE,", "ignore_data_skip=False,", "logging_nan_inf_filter=True,",
            "max_grad_norm=1.0,", "skip_memory_metrics=True,", "torch_compile=False,", "warmup_ratio=0.03,"]
    out += args[: c.i(5, len(args))] + [")"]
    c.tick()
    out += ["[INFO|configuration_utils.py:%d] %s >> loading configuration file config.json from cache at %s/.cache/huggingface/hub/models--%s/snapshots/%s/config.json" % (c.i(650, 740), c.ts("%Y-%m-%d %H:%M:%S,%f"), c.home, c.model, c.hex(40)),
            "[INFO|trainer.py:%d] %s >> ***** Running training *****" % (c.i(1700, 2150), c.ts()), "[INFO|trainer.py:1771] %s >>   Num examples = %s" % (c.ts(), format(c.i(9000, 900000), ",")), "[INFO|trainer.py:1778] %s >>   Total optimization steps = %s" % (c.ts(), format(c.i(900, 90000), ","))]
    return out


def pl_head(c):
    dev = c.pick(1, 2, 4, 8)
    out = ["GPU available: True (cuda), used: True", "TPU available: False, using: 0 TPU cores", "HPU available: False, using: 0 HPUs", "Initializing distributed: GLOBAL_RANK: 0, MEMBER: 1/%d" % dev]
    out += ["-" * 100, "distributed_backend=nccl", "All distributed processes registered. Starting with %d processes" % dev, "-" * 100, "", "LOCAL_RANK: 0 - CUDA_VISIBLE_DEVICES: [%s]" % ",".join(map(str, range(dev)))]
    out += ["", "  | Name      | Type             | Params", "-" * 45, "0 | encoder   | %s | %.1f M" % (c.pick("ResNetBackbone  ", "ViTEncoder      ", "ConformerStack  "), c.f(20, 300, 1)), "1 | head      | MLP              | 1.2 M ", "2 | criterion | CrossEntropyLoss | 0     ", "-" * 45, "%.1f M    Trainable params" % c.f(30, 400, 1), "0         Non-trainable params"]
    out += ["%s/lightning/pytorch/trainer/connectors/data_connector.py:441: The 'val_dataloader' does not have many workers which may be a bottleneck. Consider increasing the value of the `num_workers` argument` to `num_workers=11` in the `DataLoader` to improve performance." % c.site]
    return out


def tf_head(c):
    out = []
    for m in ["E external/local_xla/xla/stream_executor/cuda/cuda_dnn.cc:9261] Unable to register cuDNN factory: Attempting to register factory for plugin cuDNN when one has already been registered", "E external/local_xla/xla/stream_executor/cuda/cuda_fft.cc:607] Unable to register cuFFT factory: Attempting to register factory for plugin cuFFT when one has already been registered",
              "E external/local_xla/xla/stream_executor/cuda/cuda_blas.cc:1515] Unable to register cuBLAS factory: Attempting to register factory for plugin cuBLAS when one has already been registered", "I tensorflow/core/platform/cpu_feature_guard.cc:182] This TensorFlow binary is optimized to use available CPU instructions in performance-critical operations.",
              "W tensorflow/compiler/tf2tensorrt/utils/py_utils.cc:38] TF-TRT Warning: Could not find TensorRT", "I tensorflow/core/common_runtime/gpu/gpu_device.cc:1929] Created device /job:localhost/replica:0/task:0/device:GPU:0 with %d MB memory:  -> device: 0, name: %s, pci bus id: 0000:1b:00.0, compute capability: 8.0" % (c.i(9000, 76000), c.gpu),
              "I external/local_tsl/tsl/platform/default/subprocess.cc:304] Start cannot spawn child process: No such file or directory", "I external/local_xla/xla/stream_executor/cuda/cuda_dnn.cc:454] Loaded cuDNN version %d" % c.pick(8600, 8904, 8907)]:
        c.tick(c.f(0.01, 0.4))
        if c.r.random() < 0.75:
            out.append(c.t.strftime("%Y-%m-%d %H:%M:%S.%f") + ": " + m)
    return out


def jax_head(c):
    out = ["INFO:2%s:jax._src.xla_bridge:%d: Unable to initialize backend 'rocm': module 'jaxlib.xla_extension' has no attribute 'GpuAllocatorConfig'" % (c.t.strftime("%H%M%S"), c.i(513, 689)), "INFO:2%s:jax._src.xla_bridge:689: Unable to initialize backend 'tpu': INTERNAL: Failed to open libtpu.so: libtpu.so: cannot open shared object file: No such file or directory" % c.t.strftime("%H%M%S")]
    out += ["I%s %d xla_bridge.py:895] Unable to initialize backend 'rocm': NOT_FOUND: Could not find registered platform with name: \"rocm\". Available platform names are: CUDA" % (c.glog("", False)[0:], c.pid()), "I%s %d distributed.py:106] Starting JAX distributed service on [::]:%d" % (c.glog("", False), c.pid(), c.i(20000, 60000)), "I%s %d distributed.py:119] Connecting to JAX distributed service on %s:1234" % (c.glog("", False), c.pid(), c.ip[0])]
    out += ["Devices: %s" % ", ".join("CudaDevice(id=%d)" % k for k in range(8)), "param count: %s" % format(c.i(10**7, 10**10), ",")]
    return out[c.i(0, 2):]

# ---------------------------------------------------------------- progress


def p_megatron(c, n, start=None, loss=None):
    it = start or c.at("mt", c.i(1, 400) * 100)
    loss = loss or c.at("mt_loss", c.f(2.0, 9.5))
    out = []
    for _ in range(n):
        c.tick(c.f(20, 70))
        loss *= c.f(0.985, 1.008, 5)
        out.append(" [%s] iteration %8d/  500000 | consumed samples: %12d | elapsed time per iteration (ms): %.1f | throughput per GPU (TFLOP/s/GPU): %.1f | learning rate: %.6E | global batch size:   512 | lm loss: %.6E | loss scale: 1.0 | grad norm: %.3f | number of skipped iterations:   0 | number of nan iterations:   0 |" % (c.ts("%Y-%m-%d %H:%M:%S.%f", 0), it, it * 512, c.f(2500, 6500), c.f(180, 460), c.f(1e-5, 3e-4, 8), loss, c.f(0.2, 2.1)))
        it += 10
    c.last.update(mt=it, mt_loss=loss)
    return out


def p_hf(c, n, loss=None, bar=True):
    loss = loss or c.at("hf_loss", c.f(1.2, 6.0))
    total, ep = c.at("hf_total", c.i(2000, 40000)), c.at("hf_epoch", c.f(0.01, 0.6))
    k = c.at("hf", c.i(10, 900))
    out = []
    for _ in range(n):
        loss *= c.f(0.97, 1.01, 4)
        ep += 0.01
        k += 10
        line = "{'loss': %.4f, 'grad_norm': %.6f, 'learning_rate': %.10g, 'epoch': %.2f}" % (loss, c.f(0.3, 3, 6), c.f(1e-6, 5e-5, 9), ep)
        out.append(line)
        if bar:
            out.append("\r".join(" %2d%%|%s| %d/%d [%d:%02d:%02d<%d:%02d:%02d,  %.2fs/it]" % (100 * (k + j) // total, ("█" * (10 * (k + j) // total) + "▏").ljust(10), k + j, total, k // 900, (k // 15) % 60, (k * 4) % 60, c.i(1, 20), c.i(0, 59), c.i(0, 59), c.f(1, 5, 2)) for j in range(c.pick(1, 2, 5))))
    c.last.update(hf_loss=loss, hf_epoch=ep, hf=k)
    return out


def p_tqdm(c, n, epoch=0, total=None, extra="loss=%.3f"):
    total = total or c.at("bar_total", c.i(200, 9000))
    k, loss = c.i(1, total // 3), c.at("bar_loss", c.f(0.5, 5))
    parts, out = [], []
    for j in range(n):
        k = min(total, k + c.i(1, 9))
        loss *= c.f(0.97, 1.01, 4)
        parts.append("Epoch %d: %3d%%|%s| %d/%d [%02d:%02d<%02d:%02d, %5.2fit/s, v_num=%d, %s]" % (epoch, 100 * k // total, ("█" * (10 * k // total) + "▌").ljust(10)[:10], k, total, k // 60 % 60, k % 60, c.i(0, 59), c.i(0, 59), c.f(0.5, 12, 2), c.at("v_num", c.i(1, 40)), (extra % loss) if "%" in extra else extra))
        if len(parts) >= 25:
            out.append("\r".join(parts))
            parts = []
    c.last["bar_loss"] = loss
    return out + (["\r".join(parts)] if parts else [])


def p_nano(c, n, it=None):
    it, loss = it or c.at("nano", c.i(0, 90) * 100), c.at("nano_loss", c.f(2.5, 9))
    out = []
    for _ in range(n):
        loss *= c.f(0.985, 1.008, 4)
        if it % 250 == 0:
            out.append("step %d: train loss %.4f, val loss %.4f" % (it, loss, loss * 1.02))
        out.append("iter %d: loss %.4f, time %.2fms, mfu %.2f%%" % (it, loss, c.f(90, 400, 2), c.f(18, 48, 2)))
        it += 10
    c.last.update(nano=it, nano_loss=loss)
    return out


def p_titan(c, n, color=True):
    s, loss = c.at("titan", c.i(1, 300) * 10), c.at("titan_loss", c.f(2.5, 8.5))
    out = []
    for _ in range(n):
        c.tick(c.f(5, 20))
        loss *= c.f(0.985, 1.008, 4)
        if color:
            out.append("[titan] %s - root - INFO - \x1b[31mstep: %2d  \x1b[32mloss: %8.5f  \x1b[38;5;208mgrad_norm: %7.4f  \x1b[33mmemory: %.2fGiB(%.2f%%)  \x1b[34mtps: %s  \x1b[36mtflops: %.2f  \x1b[35mmfu: %.2f%%\x1b[39m" % (c.ts(), s, loss, c.f(0.4, 2, 4), c.f(30, 75, 2), c.f(40, 92, 2), format(c.i(3000, 9000), ","), c.f(200, 480, 2), c.f(20, 48, 2)))
        else:
            out.append("[rank0]:[titan] %s - root - INFO - step: %2d  loss: %8.5f  grad_norm: %7.4f  memory: %.2fGiB(%.2f%%)  tps: %s  tflops: %.2f  mfu: %.2f%%" % (c.ts(), s, loss, c.f(0.4, 2, 4), c.f(30, 75, 2), c.f(40, 92, 2), format(c.i(3000, 9000), ","), c.f(200, 480, 2), c.f(20, 48, 2)))
        s += 10
    c.last.update(titan=s, titan_loss=loss)
    return out


def p_ds(c, n, rank0="[Rank 0] "):
    s = c.at("ds", c.i(1, 100) * 10)
    out = []
    for _ in range(n):
        c.tick(c.f(10, 40))
        out.append("[%s] [INFO] [logging.py:96:log_dist] %sstep=%d, skipped=%d, lr=[%.8g], mom=[(0.9, 0.95)]" % (c.ts(), rank0, s, c.pick(0, 0, 3), c.f(1e-6, 9e-5, 8)))
        out.append("[%s] [INFO] [timer.py:258:stop] epoch=0/micro_step=%d/global_step=%d, RunningAvgSamplesPerSec=%.6f, CurrSamplesPerSec=%.6f, MemAllocated=%.2fGB, MaxMemAllocated=%.2fGB" % (c.ts(), s * 4, s, c.f(10, 60, 6), c.f(10, 60, 6), c.f(9, 40, 2), c.f(40, 70, 2)))
        s += 10
    c.last["ds"] = s
    return out


def p_keras(c, n, epoch=3):
    total = c.i(120, 900)
    out = ["Epoch %d/%d" % (epoch, epoch + c.i(2, 40))]
    k, acc, loss = 1, c.f(0.2, 0.7), c.f(0.4, 2.4)
    parts = []
    for _ in range(n):
        parts.append("%4d/%d [%s%s] - ETA: %ds - loss: %.4f - accuracy: %.4f" % (k, total, "=" * (k * 28 // total) + ">", "." * max(0, 29 - k * 28 // total), c.i(1, 90), loss, acc))
        k = min(total - 1, k + c.i(1, 8))
        loss *= c.f(0.98, 1.003, 4)
        acc = min(0.99, acc * c.f(0.999, 1.01, 4))
    return out + ["\r".join(parts)]


def p_fairseq(c, n):
    u, loss = c.at("fs", c.i(10, 90) * 100), c.at("fs_loss", c.f(4, 12))
    out = []
    for _ in range(n):
        c.tick(c.f(20, 90))
        loss *= c.f(0.98, 1.01, 4)
        out.append("%s | INFO | train_inner | epoch %03d:  %5d / 7423 loss=%.3f, nll_loss=%.3f, ppl=%.2f, wps=%.1f, ups=%.2f, wpb=65302.5, bsz=2080.0, num_updates=%d, lr=%.6g, gnorm=%.3f, clip=0, loss_scale=%d, train_wall=%d, gb_free=%.1f, wall=%d" % (c.t.strftime("%Y-%m-%d %H:%M:%S"), 3, u % 7423, loss, loss - 1.4, 2 ** (loss - 1.4), c.f(20000, 90000, 1), c.f(0.3, 1.6, 2), u, c.f(1e-5, 7e-4, 7), c.f(0.4, 2.2), c.pick(8, 16, 32, 64), c.i(30, 90), c.f(1, 20, 1), u * 2))
        u += 100
    c.last.update(fs=u, fs_loss=loss)
    return out


def p_timm(c, n):
    b, loss = c.at("timm", c.i(0, 20) * 50), c.at("timm_loss", c.f(1.5, 6.9))
    out = []
    for _ in range(n):
        c.tick(c.f(10, 30))
        loss *= c.f(0.985, 1.01, 4)
        out.append("Train: %d [%4d/%d (%3d%%)]  Loss: %.3g (%.3g)  Time: %.3fs, %8.2f/s  (%.3fs, %8.2f/s)  LR: %.3e  Data: %.3f (%.3f)" % (4, b, 5004, b * 100 // 5004, loss, loss * 1.05, c.f(0.2, 0.9), c.f(500, 3000, 2), c.f(0.2, 0.9), c.f(500, 3000, 2), c.f(1e-5, 1e-3, 7), c.f(0.01, 0.2), c.f(0.01, 0.2)))
        b = (b + 50) % 5004
    c.last.update(timm=b, timm_loss=loss)
    return out


def p_mae(c, n):
    b, loss = c.at("mae", c.i(0, 30) * 20), c.at("mae_loss", c.f(0.4, 6))
    out = []
    for _ in range(n):
        loss *= c.f(0.985, 1.008, 4)
        out.append("Epoch: [%d]  [%4d/1251]  eta: %d:%02d:%02d  lr: %.6f  loss: %.4f (%.4f)  time: %.4f  data: %.4f  max mem: %d" % (11, b, c.i(0, 3), c.i(0, 59), c.i(0, 59), c.f(1e-5, 2e-3, 6), loss, loss * 1.04, c.f(0.2, 1.2, 4), c.f(0.0001, 0.02, 4), c.i(9000, 70000)))
        b = (b + 20) % 1260
    c.last.update(mae=b, mae_loss=loss)
    return out


def p_simple(c, n):
    s, loss = c.at("simple", c.i(1, 30) * 100), c.at("simple_loss", c.f(0.6, 5))
    out = []
    style = c.at("simple_style", c.pick(0, 1, 2, 3))
    for _ in range(n):
        c.tick(c.f(5, 40))
        loss *= c.f(0.98, 1.01, 4)
        s += 100
        out.append(["step %d | loss %.4f | lr %.2e | %.1f samples/s" % (s, loss, c.f(1e-5, 1e-3, 7), c.f(20, 900, 1)), "%s - INFO - epoch 2 step %d loss=%.4f gnorm=%.2f" % (c.ts(), s, loss, c.f(0.3, 2, 2)),
                    "%s [trainer] global_step=%d train/loss=%.5f train/lr=%.3e tokens=%d" % (c.iso(), s, loss, c.f(1e-5, 1e-3, 7), s * 524288), "[%s][INFO] - Iter %d/%d, loss: %.3f, time: %.3f s" % (c.ts(), s, 90000, loss, c.f(0.1, 0.9))][style])
    c.last.update(simple=s, simple_loss=loss)
    return out


def ckpt_ok(c, style=None):
    s = c.i(1, 90) * 500
    pick = c.pick("m", "hf", "ds", "s") if style is None else style
    if pick == "m":
        return ["saving checkpoint at iteration %7d to %s/ckpt in torch_dist format" % (s, c.dir), "  successfully saved checkpoint from iteration %7d to %s/ckpt [ t 1/2, p 1/4 ]" % (s, c.dir)]
    if pick == "hf":
        return ["[INFO|trainer.py:%d] %s >> Saving model checkpoint to %s/out/checkpoint-%d" % (c.i(2800, 3700), c.ts(), c.dir, s), "[INFO|tokenization_utils_base.py:2433] %s >> tokenizer config file saved in %s/out/checkpoint-%d/tokenizer_config.json" % (c.ts(), c.dir, s)]
    if pick == "ds":
        return ["[%s] [INFO] [logging.py:96:log_dist] [Rank 0] [Torch] Checkpoint global_step%d is about to be saved!" % (c.ts(), s), "[%s] [INFO] [torch_checkpoint_engine.py:23:save] [Torch] Saving %s/out/global_step%d/mp_rank_00_model_states.pt..." % (c.ts(), c.dir, s), "[%s] [INFO] [torch_checkpoint_engine.py:33:commit] [Torch] Checkpoint global_step%d is ready now!" % (c.ts(), s)]
    return ["%s - INFO - checkpoint written: %s/ckpt/step_%d.pt (%.2f GB in %.1f s)" % (c.ts(), c.dir, s, c.f(1, 60, 2), c.f(2, 90, 1))]


def strip_mark(lines):
    return [re.sub(ROOT, "", line) for line in lines]
