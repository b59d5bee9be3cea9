"""Crashes inside Python, native libraries that do not load, extensions that do not build."""
from registry import add, script

script("segfault", "faulthandler", "segfault", r"Fatal Python error: Segmentation fault",
       "A native call got a wrong pointer.",
       ["plain 501", "logging 502 tracker,badlog", "json 503 thread"], program="segfault_ctypes", status=-11)
script("segfault", "pool-process", "segfault", r"Fatal Python error: Segmentation fault",
       "A process of the pool crashed in native code; BrokenProcessPool is how the parent learnt of it.",
       ["hf 504", "fairseq 505 sample"], program="segfault_pool", multi=True)
script("segfault", "small-stack", "segfault", r"Segmentation fault", "A comparison recursed beyond the thread's stack.",
       ["glog 506 caution"], program="segfault_recursion", before="bash job.sh ", files={"job.sh": "sh/job.sh"},
       status=139)
script("abort", "python-double-free", "other", r"free\(\): double free detected", "A native block was freed twice.",
       ["nano 507", "keras 508 evaluator"], program="abort_c_library", status=-6)
script("illegal_instruction", "library", "other", r"Fatal Python error: Illegal instruction",
       "A native library contains an instruction that this processor refuses.", ["megatron 509", "table 510 cache"],
       needs=("cxx",), status=-4)

for at, (kind, text, reason) in enumerate([
        ("missing", r"^OSError: libcudart.so.11.0: cannot open shared object file",
         "The CUDA runtime library is not installed."),
        ("symbol", r"^ImportError: .*undefined symbol: _ZN3c10",
         "The extension was built for another release of torch."),
        ("dependency", r"^ImportError: libnvrtc.so.11.2: cannot open shared object file",
         "A library that the extension needs is gone."),
        ("version", r"^ImportError: .*version `FUSED_2.4' not found",
         "The installed library is older than the extension wants."),
        ("header", r"^ImportError: .*invalid ELF header|^ImportError: .*file too short",
         "The extension is a git-lfs pointer.")]):
    script("shared_library", kind, "missing_module", text, reason,
           [["plain 511 optional", "hf 512"], ["logging 513"], ["json 514 cache", "bar 515 tracker chain"],
            ["detectron 516 older"],
            ["fairseq 517 retry"]][at], program="shared_library_load", after=kind, needs=("cxx",))
for kind, text in (("library", r"error while loading shared libraries"), ("symbol", r"symbol lookup error")):
    add("shared_library", "loader-" + kind, "missing_module", "bash native_missing.sh " + kind, text,
        "The program's library is not the one it was built with.", "shell", [{}],
        files={"native_missing.sh": "sh/native_missing.sh"},
        needs=("cxx",), status=127, multi=True)

for name, what, text, needs in [("make-header", "header make", r"fatal error: cuda_bf16.h: No such file", ("cxx",)),
                                ("make-type", "type make", r"error: .*has no member named .*length", ("cxx",)),
                                ("make-link", "link make", r"undefined reference to .scale", ("cxx",)),
                                ("ninja-python", "python ninja", r"fatal error: Python.h: No such file",
                                 ("cxx", "ninja")),
                                ("ninja-standard", "standard ninja", r"#error \"this library needs", ("cxx", "ninja")),
                                ("cmake-package", "none cmake", r"^CMake Error at CMakeLists.txt:3", ("cxx", "cmake")),
                                ("nvcc-arch", "none nvcc sm_30", r"nvcc fatal +: ", ("nvcc", "cxx")),
                                ("nvcc-type", "type nvcc sm_90", r"error: .*has no member .*length", ("nvcc", "cxx"))]:
    add("compile", name, "other", "bash build.sh " + what, text,
        "The extension does not build; what make or ninja say follows from it.",
        "shell", [{}], files={"build.sh": "sh/build.sh"}, needs=needs, multi=True)
script("compile", "setuptools", "other", r": error: expected", "The extension's source does not compile.",
       ["plain 521 optional", "logging 522 tracker"], needs=("cxx",), multi=True)
