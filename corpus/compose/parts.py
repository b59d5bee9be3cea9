"""Openings: what a healthy job prints before anything goes wrong."""
from noise import *  # noqa: F401,F403
from noise import (ckpt_ok, ds_head, env_dump, hf_head, jax_head, megatron_args, nccl_info, p_ds, p_fairseq, p_hf, p_keras, p_mae, p_megatron, p_nano, p_simple, p_timm, p_titan, p_tqdm, pl_head, slurm_head, tf_head, torchrun_head, warnings)


def begin(c, kind, n=None, head=True):
    n = c.i(4, 30) if n is None else n
    if n > 3 and c.r.random() < 0.05:
        n *= c.i(15, 40)
    out = []
    if head:
        if c.r.random() < 0.5 and kind != "keras":
            out += slurm_head(c)
        if c.r.random() < 0.35:
            out += ["+ " + c.pick("source", ".") + " %s/bin/activate" % c.env, "+ export NCCL_DEBUG=WARN", "+ srun --kill-on-bad-exit=1 python -u train.py --config cfg/%s.yaml" % c.model]
        if c.r.random() < 0.3:
            out += env_dump(c)
    if kind == "megatron":
        if head:
            out += torchrun_head(c) + ["using world size: 64, data-parallel size: 8, context-parallel size: 1, tensor-model-parallel size: 2, encoder-tensor-model-parallel size: 0, pipeline-model-parallel size: 4", "WARNING: Setting args.overlap_p2p_comm to False since non-interleaved schedule does not support overlapping p2p communication", "using torch.bfloat16 for parameters ..."] + megatron_args(c, c.i(15, 43)) + ["> building GPT2BPETokenizer tokenizer ...", "> initializing torch distributed ...", "> setting random seeds to 1234 ...", " > number of parameters on (tensor, pipeline) model parallel rank (0, 0): %d" % c.i(10**8, 10**9), "[before the start of training step] datetime: %s " % c.ts("%Y-%m-%d %H:%M:%S", 0)]
        out += p_megatron(c, n)
        if c.r.random() < 0.5:
            out += ckpt_ok(c, "m") + p_megatron(c, max(2, n // 3))
    elif kind == "hf":
        if head:
            out += warnings(c, c.i(1, 4)) + hf_head(c)
        out += p_hf(c, n, bar=c.r.random() < 0.7)
        if c.r.random() < 0.4:
            out += ckpt_ok(c, "hf") + p_hf(c, 3)
    elif kind == "pl":
        if head:
            out += warnings(c, c.i(1, 3)) + pl_head(c)
        for e in range(c.i(0, 3), c.i(3, 5)):
            out += p_tqdm(c, max(3, n // 2), e)
    elif kind == "ds":
        if head:
            out += ds_head(c) + warnings(c, 1)
        out += p_ds(c, n)
    elif kind == "nano":
        if head:
            out += ["Overriding: batch_size = %d" % c.i(8, 64), "tokens per iteration will be: %s" % format(c.i(200, 900) * 1024, ","), "number of parameters: %.2fM" % c.f(80, 800, 2), "num decayed parameter tensors: 50, with %s parameters" % format(c.i(10**8, 10**9), ","), "using fused AdamW: True", "compiling the model... (takes a ~minute)"]
        out += p_nano(c, n)
    elif kind == "titan":
        if head:
            out += torchrun_head(c)
        out += p_titan(c, n, c.r.random() < 0.6)
    elif kind == "keras":
        if head:
            out += tf_head(c)
        out += p_keras(c, n, c.i(1, 9))
    elif kind == "fairseq":
        if head:
            out += warnings(c, 2) + ["%s | INFO | fairseq_cli.train | {'_name': None, 'common': {'_name': None, 'no_progress_bar': True, 'log_interval': 100, 'log_format': 'simple', 'seed': 1, 'fp16': True, 'fp16_no_flatten_grads': False, 'min_loss_scale': 0.0001, 'threshold_loss_scale': None, 'on_cpu_convert_precision': False, 'amp': False, 'suppress_crashes': False}, 'distributed_training': {'distributed_world_size': 8, 'ddp_backend': 'pytorch_ddp', 'heartbeat_timeout': -1, 'broadcast_buffers': False}}" % c.t.strftime("%Y-%m-%d %H:%M:%S")]
        out += p_fairseq(c, n)
    elif kind == "timm":
        if head:
            out += ["Training in distributed mode with multiple processes, 1 device per process. Process 0, total 8, device cuda:0.", "Model %s created, param count:%d" % (c.model, c.i(10**7, 10**8)), "Using native Torch AMP. Training in mixed precision.", "Scheduled epochs: 300. LR stepped per epoch."]
        out += p_timm(c, n)
    elif kind == "mae":
        if head:
            out += ["| distributed init (rank %d): env://, gpu %d" % (k, k) for k in range(c.pick(2, 4, 8))] + ["Start training for 800 epochs"]
        out += p_mae(c, n)
    elif kind == "jax":
        if head:
            out += jax_head(c)
        out += p_simple(c, n)
    else:
        if head:
            out += warnings(c, c.i(0, 3))
        out += p_simple(c, n)
    return out
