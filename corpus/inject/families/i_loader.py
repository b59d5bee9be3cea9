"""DataLoader workers, host memory, full disks, missing GPUs and extensions, with PyTorch."""
from h_torch import looks
from registry import add, script

NEED = ("torch",)
RT = "runtime_error"


def loader(cause, kind, mode, root, why, at, count=2, program="loader", name=None, need=(), **more):
    script(cause, (name or "worker-" + kind), mode, root, why, looks(at, count, 801), framework="pytorch",
           folder="torch",
           program=program, after=kind, needs=NEED + tuple(need), timeout=90, multi=True, **more)


WORKERS = [
    ("data_corrupt", "decode", "traceback", r"^ValueError: cannot decode image_",
     "One picture cannot be decoded; the worker hands the exception over."),
    ("file_not_found", "file", "file_not_found", r"^FileNotFoundError: .*images/", "One picture is missing."),
    ("key_or_attr", "annotation", "traceback", r"^KeyError: 'labels'", "One annotation lacks its labels."),
    ("shape_mismatch", "size", RT, r"^RuntimeError: stack expects each tensor to be equal size",
     "One picture has another size."),
    ("div_zero", "zero", "div_zero", r"^ZeroDivisionError: (?!Caught)", "One sample is empty."),
    ("dataloader_worker", "exit", RT, r"^RuntimeError: DataLoader worker \(pid.* exited unexpectedly",
     "A worker left without a word."),
    ("dataloader_worker", "sigkill", RT, r"^RuntimeError: DataLoader worker \(pid \d+\) is killed by signal: Killed",
     "A worker was killed from outside; nothing says by whom, and memory was not short."),
    ("segfault", "native", "segfault", r"is killed by signal: Segmentation fault", "A worker crashed in native code."),
    ("abort", "abort", "other", r"is killed by signal: Aborted", "A worker aborted."),
    ("dataloader_worker", "hang", RT, r"^RuntimeError: DataLoader timed out after 4 seconds",
     "A worker hung and the loader's time-out ended the wait."),
    ("ram_oom", "memory", "ram_oom", r"^MemoryError(?!: Caught)", "A worker asked for more memory than there is."),
    ("ram_oom", "allocator", "ram_oom", r"^RuntimeError: .*DefaultCPUAllocator: (can't|not enough)",
     "A worker asked for more memory than there is."),
    ("missing_module", "module", "missing_module", r"^ModuleNotFoundError: No module named 'decord'",
     "The decoder is not installed where the workers run."),
    ("assertion", "assert", "assertion", r"^AssertionError: even samples only", "A worker's assertion failed."),
    ("key_or_attr", "none", "traceback", r"^TypeError: object of type 'NoneType' has no len", "One sample is None."),
    ("network", "stream", "traceback", r"^ConnectionResetError: \[Errno 104\]",
     "The stream that a worker reads was reset."),
]
for at, (cause, kind, mode, text, reason) in enumerate(WORKERS):
    loader(cause, kind, mode, text, reason, at, pick="first")
add("shm_bus_error", "worker", RT, "bash small_disk.sh {size} /dev/shm /usr/bin/python3 {main} {look} big",
    r"ERROR: Unexpected bus error encountered in worker|is killed by signal: Bus error",
    "/dev/shm is too small for the workers' batches.",
    "pytorch", [{"size": "24m", "look": "--style logging --seed 1 --trouble optional"},
                {"size": "40m", "look": "--style hf --seed 4"},
                {"size": "32m", "look": "--style fairseq --seed 6 --wrap chain"}],
    files={"main": "torch/loader.py"}, needs=NEED + ("root", "mount"), multi=True, timeout=90)
add("resource_limit", "worker-files", RT, "ulimit -n {n}; exec /usr/bin/python3 {main} {look}",
    r"(OSError|RuntimeError): .*Too many open files",
    "Every cached tensor keeps a descriptor open; the limit is low.", "pytorch",
    [{"n": 220, "look": "--style plain --seed 2 --trouble caution"}, {"n": 300, "look": "--style json --seed 5"}],
    files={"main": "torch/files.py"}, needs=NEED, multi=True, timeout=90)
add("ram_oom", "torch-attention", "ram_oom", "ulimit -v {n}; exec /usr/bin/python3 {main} {look}",
    r"RuntimeError: .*DefaultCPUAllocator: (can't|not enough)",
    "The attention matrix does not fit the address space limit.", "pytorch",
    [{"n": 8000000, "look": "--style nano --seed 3"},
     {"n": 6000000, "look": "--style megatron --seed 8 --trouble overflow,hook --wrap chain", "multi": True},
     {"n": 7000000, "look": "--style detectron --seed 9 --trouble halve", "multi": True}],
    files={"main": "torch/memory.py"}, needs=NEED)
add("disk_full", "torch-save", RT, "bash small_disk.sh {size} runs bash job.sh /usr/bin/python3 {main} {look} zip",
    r"RuntimeError: \[enforce fail|PytorchStreamWriter failed|unexpected pos|what\(\):  \[enforce fail|No space left",
    "The volume of the checkpoints is full.", "pytorch",
    [{"size": "2m", "look": "--style plain --seed 4"}, {"size": "3m", "look": "--style hf --seed 7 --trouble tracker"}],
    files={"main": "torch/save.py", "job.sh": "sh/job.sh"}, needs=NEED + ("root", "mount"), multi=True)
add("disk_full", "torch-save-legacy", "traceback",
    "bash small_disk.sh {size} runs /usr/bin/python3 {main} {look} legacy",
    r"OSError: \[Errno 28\]|RuntimeError: write\(\): |No space left on device",
    "The volume of the checkpoints is full.", "pytorch",
    [{"size": "1m", "look": "--style json --seed 5"}], files={"main": "torch/save.py"}, needs=NEED + ("root", "mount"))
ASK = [("model", r"^AssertionError: Torch not compiled with CUDA enabled"),
       ("device", r"^AssertionError: Torch not compiled with CUDA enabled"),
       ("name", r"^AssertionError: Torch not compiled with CUDA enabled"),
       ("load", r"^RuntimeError: Attempting to deserialize object on a CUDA device"),
       ("stream", r"^AssertionError: Torch not compiled with CUDA enabled"),
       ("late", r"^AssertionError: Torch not compiled with CUDA enabled")]
for at, (kind, text) in enumerate(ASK):
    script("cuda_driver", "torch-" + kind, "cuda_runtime", text,
           "A GPU program on a machine (and a torch) without CUDA.", looks(at, 2, 861),
           framework="pytorch", folder="torch", program="cuda", after=kind, needs=NEED + ("no_driver",))
script("compile", "torch-operator", RT, r"fatal error: (pybind11|torch|cutlass)/.*: No such file",
       "A header that the operator needs is not installed; ninja's and torch's exceptions follow from it.",
       looks(7, 3, 871),
       framework="pytorch", folder="torch", program="extension", needs=NEED + ("ninja", "cxx"), multi=True, timeout=180)
