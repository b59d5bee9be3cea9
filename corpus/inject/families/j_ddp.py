"""Data-parallel PyTorch over gloo: one rank fails, the others notice; and jobs that never get together."""
from registry import add, variants_of

FILES = {"main": "torch/ddp.py", "elastic.py": "torch/elastic.py"}
NEED = ("torch",)
TB, RT = "traceback", "runtime_error"
SPAWN = "/usr/bin/python3 {main} {look} {kind} {bad} {world}"
ELASTIC = "/usr/bin/python3 elastic.py --nproc_per_node {world} --master_addr 127.0.0.1 " \
          "--master_port $((20000 + RANDOM % 20000)) " \
          "{flags} {main} {look} {kind} {bad} {world}"
LOOKS = ["plain 901", "logging 902 tracker", "json 903 optional", "fairseq 904", "hf 905 caution", "nano 906 retry",
         "megatron 907 older",
         "glog 908", "detectron 909 cache,hook", "table 910 sample"]


def ddp(cause, kind, mode, root, why, worlds, at, launcher, name=None, ranks=True, before="", need=(), flags="",
        **more):
    """One log per (bad rank, number of ranks) in worlds."""
    variants = []
    for place, (bad, world) in enumerate(worlds):
        variant = variants_of([LOOKS[(at * 3 + place * 4) % 10]])[0]
        variant.update(kind=kind, bad=bad, world=world, flags=flags, rank=bad if ranks else None, multi=True)
        variants.append(variant)
    command = SPAWN if launcher == "spawn" else ELASTIC
    root = root.replace("^", r"^(\[default\d+\]:)?", 1)
    add(cause, "%s-%s" % (launcher, name or kind), mode, before + command, root, why, "pytorch", variants, files=FILES,
        needs=NEED + tuple(need), timeout=100, multi=True, **more)


KINDS = [
    ("key_or_attr", "key", TB, r"^KeyError: 'test'", "One rank asks for a split that does not exist."),
    ("file_not_found", "file", "file_not_found", r"^FileNotFoundError: .*shards/rank", "One rank's shard is missing."),
    ("div_zero", "zero", "div_zero", r"^ZeroDivisionError: ", "One rank got no batches."),
    ("assertion", "assert", "assertion", r"^AssertionError: batch \d+ of rank", "One rank's batch is not normalised."),
    ("shape_mismatch", "shape", RT, r"^RuntimeError: mat1 and mat2 shapes", "One rank's batch has another width."),
    ("dtype_mismatch", "type", RT, r"^RuntimeError: (mat1 and mat2 must have the same dtype|expected scalar type)",
     "One rank's batch is of doubles."),
    ("ram_oom", "memory", "ram_oom", r"^RuntimeError: .*DefaultCPUAllocator: (can't|not enough)",
     "One rank asks for too much memory."),
    ("checkpoint", "state", RT, r"^RuntimeError: Error\(s\) in loading state_dict",
     "One rank loads a checkpoint that does not fit."),
    ("missing_module", "module", "missing_module", r"^ModuleNotFoundError: No module named 'horovod'",
     "One rank takes a branch whose package is missing."),
    ("nan_loss", "nan", "nan_loss", r"^FloatingPointError: \[rank \d+\] loss is nan", "One rank's loss became NaN."),
    ("runtime_error", "runtime", RT, r"^RuntimeError: rank \d+: sampler returned an empty batch",
     "One rank's sampler is empty."),
]
AFTER = " The others only lost their peer."
WORLDS = [[(1, 2), (2, 4)], [(0, 2), (1, 3)], [(3, 4), (0, 3)], [(1, 4), (1, 2)], [(0, 4), (2, 3)]]
for at, (cause, kind, mode, text, reason) in enumerate(KINDS):
    ddp(cause, kind, mode, text, reason + AFTER, WORLDS[at % 5], at, "elastic" if at % 2 else "spawn")
for at, (cause, kind, mode, text, reason) in enumerate(KINDS[:6]):
    ddp(cause, kind, mode, text, reason + AFTER, WORLDS[(at + 2) % 5][:1], at + 5, "spawn" if at % 2 else "elastic",
        flags="--tee 3" if at % 4 == 0 else "")
ddp("segfault", "segv", "segfault", r"terminated with signal SIGSEGV", "One rank crashed in native code." + AFTER,
    [(1, 2), (0, 3)], 1, "spawn")
ddp("segfault", "segv", "segfault", r"exitcode +: -11|exitcode: -11",
    "One rank crashed in native code; the table's -11 says so." + AFTER,
    [(1, 2), (2, 4)], 2, "elastic")
ddp("abort", "abort", "other", r"terminated with signal SIGABRT", "One rank aborted." + AFTER, [(1, 3)], 3, "spawn")
ddp("abort", "abort", "other", r"exitcode +: -6|exitcode: -6", "One rank aborted; the table's -6 says so." + AFTER,
    [(0, 2)], 4, "elastic")
ddp("unknown", "sigkill", TB, "",
    "A rank was killed from outside; the table shows -9, and nothing speaks of memory." + AFTER, [(1, 2), (0, 3)], 5,
    "elastic")
ddp("unknown", "sigkill", TB, "", "A rank was killed from outside, and nothing speaks of memory." + AFTER,
    [(1, 2), (2, 3)], 6, "spawn")
ddp("unknown", "leave", TB, "", "A rank left with status 1 and printed nothing." + AFTER, [(1, 2), (2, 4)], 7,
    "elastic")
ddp("nccl_timeout", "hang", "nccl", r"Timed out waiting \d+ms for (recv|send) operation",
    "One rank stopped taking part; gloo's time-out ended the others.",
    [(1, 2), (0, 3), (2, 4)], 8, "spawn", ranks=False, pick="first")
ddp("nccl_timeout", "hang", "nccl", r"Timed out waiting \d+ms for (recv|send) operation",
    "One rank stopped taking part; gloo's time-out ended the others.",
    [(1, 2), (3, 4)], 9, "elastic", ranks=False, pick="first")
ddp("disk_full", "space", TB, r"^OSError: \[Errno 28\] No space left on device",
    "One rank's checkpoint did not fit." + AFTER, [(0, 2), (1, 3)], 3, "spawn",
    before="bash small_disk.sh 1m runs ", need=("root", "mount"))
ddp("runtime_error", "unused", RT, r"^RuntimeError: Expected to have finished reduction in the prior iteration",
    "Parameters that take no part in the loss.", [(9, 2), (9, 3)], 1, "elastic", ranks=False)
ddp("runtime_error", "layers", RT, r"^RuntimeError: DDP expects same model across all ranks",
    "One rank built another model.", [(1, 2)], 2, "spawn", ranks=False)

JOIN = [("taken", RT, r"^RuntimeError: The server socket has failed to", "The port of the rendezvous is in use.",
         (0, 2)),
        ("world", RT, r"^RuntimeError: (Socket Timeout|Timed out initializing process group)",
         "The other ranks never came.", (0, 3)),
        ("master", "traceback", r"^(TimeoutError|RuntimeError): The client socket has (timed out|failed)",
         "Nobody listens at the master's address.", (1, 2)),
        ("name", "traceback", r"^\w*Error: .*node017", "The master's name does not resolve.", (1, 2)),
        ("interface", RT, r"^RuntimeError: .*[Uu]nable to find (address|interface)",
         "The network interface does not exist.", (0, 1)),
        ("variable", TB, r"^ValueError: Error initializing torch.distributed using env://",
         "A variable of the rendezvous is not set.", (0, 2))]
for at, (kind, mode, text, reason, (bad, world)) in enumerate(JOIN):
    variants = [dict(variants_of([LOOKS[(at * 3 + k * 5) % 10]])[0], kind=kind, bad=bad, world=world) for k in (0, 1)]
    add("rendezvous", "join-" + kind, mode, SPAWN, text, reason, "pytorch", variants, files={"main": "torch/join.py"},
        needs=NEED)
add("rendezvous", "elastic-nodes", TB,
    "/usr/bin/python3 elastic.py --nnodes 2 --nproc_per_node 1 --rdzv_backend c10d --rdzv_id 7 "
    "--rdzv_endpoint 127.0.0.1:$((20000 + RANDOM % 20000)) --rdzv_conf join_timeout=6 {main} --style plain key 0 1",
    r"^torch.*RendezvousTimeoutError", "The second node never came.", "pytorch", [{}], files=FILES, needs=NEED)
add("rendezvous", "peer-lost", RT, "bash two_nodes.sh {main} {look} {kind} 0 2",
    r"^RuntimeError: .*(Connection closed by peer|Connection reset by peer)",
    "The peer's own output is elsewhere; this log only shows that it is gone.", "pytorch",
    [dict(variants_of([look])[0], kind=kind) for look, kind in (("logging 911", "key"), ("plain 912", "leave"),
        ("hf 913", "sigkill"))],
    files={"main": "torch/ddp.py", "two_nodes.sh": "sh/two_nodes.sh"}, needs=NEED, multi=True, rank=None)
