"""The user's code and configuration; logs that say nothing."""
from collateral import *
from core import shape
from parts import *
from noise import MEGATRON_FRAMES, hf_frames, main_frames, mix, nn_frames, pl_frames, pre, tb

# ------------------------------------------------------------ config_usage


@shape("config_usage", "argparse", "other", "python", 3)
def _(c, v):
    use = ["usage: train.py [-h] [--lr LR] [--epochs EPOCHS] [--data DATA]", "                [--batch-size BATCH_SIZE] [--amp]"]
    m = ["train.py: error: unrecognized arguments: --learning_rate 3e-4", "train.py: error: the following arguments are required: --data", "train.py: error: argument --lr: invalid float value: '3e-4,'"][v]
    lines = warnings(c, 1) + use + ["@@" + m]
    c.exit, c.multi = 2, False
    if v == 2:
        lines = torchrun_head(c) + lines + (use + [m]) * 3 + elastic(c, 2, 2, others=[(0, 2), (1, 2), (3, 2)], world=4)
        c.exit, c.multi, c.rank = 1, True, None
    c.why = "A wrong command line, seen within seconds; the table repeats exit code 2."
    return lines


@shape("config_usage", "config-files", "traceback", "hydra", 4)
def _(c, v):
    if v == 0:
        lines = ["Could not override 'model.hiden_size'.", "To append to your config use +model.hiden_size=1024", "Key 'hiden_size' is not in struct", "    full_key: model.hiden_size", "    object_type=dict", "", "Set the environment variable HYDRA_FULL_ERROR=1 for a complete stack trace."]
        lines[0] = "@@" + lines[0]
        c.cls = "other"
    elif v == 1:
        lines = tb(c, main_frames(c) + [("omegaconf/base.py", 231, "_format_and_raise", "raise ex.with_traceback(sys.exc_info()[2])")], "@@omegaconf.errors.ConfigAttributeError: Key 'warmup' is not in struct\n    full_key: optim.warmup\n    object_type=dict")
    elif v == 2:
        c.framework = "pyyaml"
        lines = tb(c, main_frames(c) + [("yaml/scanner.py", 577, "fetch_value", "raise ScannerError(None, None,")], "@@yaml.scanner.ScannerError: mapping values are not allowed here\n  in \"cfg/%s.yaml\", line 14, column 11" % c.model)
    else:
        c.framework = "deepspeed"
        lines = ds_head(c)[:8] + tb(c, main_frames(c), "@@pydantic_core._pydantic_core.ValidationError: 1 validation error for DeepSpeedZeroConfig\nstage3_prefetch_bucket_size\n  Input should be a valid integer, got a number with a fractional part [type=int_from_float, input_value=15099494.4, input_type=float]") + ds_kill(c, 2)
    c.multi = v == 3
    c.why = "A key or value in the configuration is not accepted."
    return lines


@shape("config_usage", "scheduler-cli", "other", "slurm", 2)
def _(c, v):
    if v == 0:
        lines = ["@@sbatch: error: Batch job submission failed: Requested node configuration is not available"]
    else:
        lines = slurm_head(c) + ["@@srun: error: Unable to create step for job %d: More processors requested than permitted" % c.job]
    c.multi = False
    c.why = "Slurm rejects the request."
    return lines

# ------------------------------------------------------------ syntax_error


@shape("syntax_error", "parse", "traceback", "python", 2)
def _(c, v):
    lines = slurm_head(c) + (['  File "%s/train.py", line %d' % (c.dir, c.i(10, 300)), "    for step, batch in enumerate(loader)", "                                        ^", "@@SyntaxError: %s" % c.pick("expected ':'", "invalid syntax")] if v == 0 else tb(c, [("./train.py", 12, "<module>", "from model import Net")], ['  File "%s/model.py", line %d' % (c.dir, c.i(10, 300)), "    return x", "IndentationError: unindent does not match any outer indentation level"]))
    if v:
        lines[-1] = "@@" + lines[-1]
    c.multi = False
    c.why = "The program does not parse."
    return lines


@shape("syntax_error", "ranks", "traceback", "pytorch", 2)
def _(c, v):
    one = ['  File "%s/train.py", line 88' % c.dir, "    <<<<<<< HEAD" if v == 0 else "    match cfg.kind:", "    ^^" if v == 0 else "          ^", "SyntaxError: invalid syntax"]
    lines = torchrun_head(c) + one[:-1] + ["@@" + one[-1]] + one * 3 + elastic(c, 3, 1, others=[(0, 1), (1, 1), (2, 1)], world=4)
    c.rank = None
    c.why = "Every rank fails to parse the script; the table's order is chance."
    return lines

# --------------------------------------------------------------- assertion


@shape("assertion", "python", "assertion", "pytorch", 3)
def _(c, v):
    c.rank = [None, 6, 2][v]
    m = ["AssertionError", "AssertionError: vocab size (32001) is not divisible by tensor parallel size (8)", "AssertionError: Torch tensor must be contiguous"][v]
    lines = begin(c, ["simple", "megatron", "pl"][v], [8, 0, 10][v]) + pre("[rank%d]: " % c.rank if c.rank else "", tb(c, [MEGATRON_FRAMES[:3], MEGATRON_FRAMES[:2], pl_frames(c)][v] if v else main_frames(c), "@@" + m))
    lines += [dl_del(c), elastic(c, 6, 1, others=[(0, 1)]), store_noise(c, [0]) + srun_tail(c, 2, rest="0-1,3")][v]
    c.why = "An assertion of the program or the library; what follows is teardown."
    return lines


@shape("assertion", "c", "assertion", "c++", 2)
def _(c, v):
    c.rank = [None, 1][v]
    lines = begin(c, "simple", 5) + ["@@" + ["train_bpe: src/merge.c:%d: merge_pairs: Assertion `n < cap' failed." % c.i(30, 400), "python: /build/llvm/include/ADT/ilist.h:138: bool Iter::operator==(): Assertion `isConsistent()' failed."][v]] + (["Aborted (core dumped)"] if v == 0 else elastic(c, 1, -6, world=2))
    c.exit = [134, 1][v]
    c.why = "A C assertion; the abort signal is its way to end."
    return lines

# ------------------------------------------------------------- key_or_attr


@shape("key_or_attr", "one-rank", "traceback", "pytorch", 4)
def _(c, v):
    m = ["KeyError: 'labels'", "AttributeError: 'NoneType' object has no attribute 'shape'", "IndexError: list index out of range", "TypeError: forward() got an unexpected keyword argument 'cache_position'"][v]
    bad = c.i(1, 7)
    c.rank = bad
    lines = begin(c, ["hf", "titan", "fairseq", "mae"][v], c.i(3, 30))
    if v == 0:
        lines += pre("[rank%d]: " % bad, tb(c, hf_frames(c) + [("torch/_utils.py", 705, "reraise", "raise exception")], ["KeyError: Caught KeyError in DataLoader worker process 0.", "Original Traceback (most recent call last):", '  File "%s/torch/utils/data/_utils/worker.py", line 308, in _worker_loop' % c.site, '  File "%s/data.py", line 41, in __getitem__' % c.dir, "    y = row['labels']", "@@" + m]))
    else:
        lines += pre(["", "[rank%d]: " % bad, "%d: " % bad, ""][v], tb(c, main_frames(c), "@@" + m))
    lines += store_noise(c, [r for r in (0, 2) if r != bad]) if v == 1 else watchdogs(c, [r for r in (0, 3) if r != bad], ["2.4", "", "2.0", "2.0"][v] or "2.5", ms=1800000)
    lines += srun_tail(c, bad, rest="0") if v == 2 else elastic(c, 0, -6 if v != 1 else 1, others=[(bad, 1)], old=v == 3)
    c.why = "A plain Python error on rank %d; resets, time-outs, SIGTERM and the table of the others follow." % bad
    return lines


@shape("key_or_attr", "chains", "traceback", "python", 4)
def _(c, v):
    c.rank = None
    if v == 0:
        lines = begin(c, "simple", 6) + tb(c, main_frames(c), "KeyError: 'ema'") + ["", "During handling of the above exception, another exception occurred:", ""] + tb(c, main_frames(c), "@@AttributeError: 'Model' object has no attribute 'ema_state'")
        c.why = "The KeyError was used as control flow; the AttributeError in its handler is what stops the program."
    elif v == 1:
        c.framework = "ray"
        w = (c.pid(40), c.ip[1])
        lines = ray(c, w[0], w[1], p_hf(c, 6, bar=False)) + ray(c, w[0], w[1], tb(c, main_frames(c), "@@ValueError: num_samples should be a positive integer value, but got num_samples=0")) + ray_tail(c, "ValueError: num_samples should be a positive integer value, but got num_samples=0", ip=w[1])
        c.why = "The worker's ValueError, re-raised twice by Ray."
    elif v == 2:
        c.framework = "pytorch"
        c.rank = 1
        lines = ["W%s %d torch/multiprocessing/spawn.py:%d] Terminating process %d via signal SIGTERM" % (c.glog("", False), c.pid(), c.i(145, 169), c.pid(2))] + tb(c, [("./train.py", 200, "<module>", "mp.spawn(worker, nprocs=4)"), ("torch/multiprocessing/spawn.py", 170, "join", "raise ProcessRaisedException(msg, error_index, failed_process.pid)")], ["torch.multiprocessing.spawn.ProcessRaisedException: ", "", "-- Process 1 terminated with the following error:"] + tb(c, [("torch/multiprocessing/spawn.py", 82, "_wrap", "fn(i, *args)"), ("./train.py", 150, "worker", "ddp = wrap(net, rank)")], "@@NameError: name 'world_size' is not defined"))
        c.why = "spawn re-raises the child's NameError."
    else:
        c.framework = "huggingface"
        lines = begin(c, "hf", 4) + ["╭───────────────────── Traceback (most recent call last) ──────────────────────╮", "│ %-76s │" % ("%s/train.py:%d in <module>" % (c.dir[-40:], c.i(10, 300))), "│ %-76s │" % "", "│ %-76s │" % "  ❱ 41 │   trainer = Trainer(model=model, tokenizer=tok, args=args)", "╰──────────────────────────────────────────────────────────────────────────────╯", "@@TypeError: Trainer.__init__() got an unexpected keyword argument 'tokenizer'"] + accelerate_tail(c)
        c.why = "The rich box ends with the TypeError; accelerate's CalledProcessError repeats the status."
    return lines

# ----------------------------------------------------------- runtime_error


@shape("runtime_error", "torch-misc", "runtime_error", "pytorch", 4)
def _(c, v):
    m = ["RuntimeError: Expected to have finished reduction in the prior iteration before starting a new one. This error indicates that your module has parameters that were not used in producing loss. You can enable unused parameter detection by passing the keyword argument `find_unused_parameters=True` to `torch.nn.parallel.DistributedDataParallel`", "RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed).", "RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn", "RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.cuda.FloatTensor [64, 256]] is at version 2; expected version 1 instead."][v]
    c.rank = 1 if v in (0, 3) else None
    lines = begin(c, ["hf", "simple", "ds", "titan"][v], [2, 5, 0, 6][v]) + pre("[rank1]: " if c.rank else "", tb(c, main_frames(c), "@@" + m))
    if v in (0, 3):
        lines += pre("[rank0]: ", tb(c, main_frames(c), m)) + elastic(c, 0, 1, others=[(1, 1)], world=2)
    if v == 2:
        lines += ds_kill(c, 2)
    c.multi = v != 1
    c.why = "A plain RuntimeError of the training code."
    return lines


@shape("runtime_error", "after-warnings", "runtime_error", "lightning", 2)
def _(c, v):
    lines = begin(c, "pl", 10) + ["WARNING: NaN or Inf found in input tensor.", "wandb: WARNING (User provided step: 100 is less than current step: 101. Dropping entry)."] + tb(c, pl_frames(c), "@@RuntimeError: " + ["It looks like your LightningModule has parameters that were not used in producing the loss returned by training_step.", "generator raised StopIteration"][v]) + wandb_tail(c) + leak(c)
    c.why = "The RuntimeError ends the run; the tensorboard and wandb warnings before are harmless."
    return lines

# ----------------------------------------------------------------- unknown


@shape("unknown", "nothing", "other", "pytorch", 3)
def _(c, v):
    lines = begin(c, ["timm", "megatron", "nano"][v], c.i(4, 60))
    c.exit, c.plain, c.multi = [1, -9, 1][v], True, False
    if v == 2:
        c.cut = c.i(10, 60)
    c.why = "The log ends in the middle of training without a word; the status alone does not name a cause."
    return lines


@shape("unknown", "victims-only", "other", "pytorch", 3)
def _(c, v):
    c.plain = True
    c.multi = True
    if v == 0:
        lines = begin(c, "titan", 12) + elastic(c, 2, 1, others=[(0, -15)])
        c.rank = 2
        c.why = "Only torchelastic's table: rank 2 exited with 1, its own output is not in this log."
    elif v == 1:
        lines = begin(c, "simple", 15) + ["srun: error: %s: task 5: Exited with exit code 1" % c.host, "srun: Terminating StepId=%d.0" % c.job, "slurmstepd: error: *** STEP %d.0 ON %s CANCELLED AT %s DUE TO TASK FAILURE ***" % (c.job, c.host, c.iso())]
        c.rank = 5
        c.why = "Task 5 exited with 1 and printed nothing here; TASK FAILURE is a consequence."
    else:
        lines = begin(c, "ds", 8) + ds_kill(c, 4)
        c.why = "The launcher reports a child's status 1 and nothing else is known."
    return lines
