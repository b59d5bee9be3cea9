"""C++ and OpenMP programs that crash, compiled where they run."""
from registry import add, variants_of

BUILD = "g++ -O1 -g -fopenmp -fstack-protector-all -D_GLIBCXX_USE_CXX11_ABI=1 -o mlp mlp.cpp 2>/dev/null && "
FILES = {"mlp.cpp": "cpp/mlp.cpp", "job.sh": "sh/job.sh", "sweep.sh": "sh/sweep.sh", "main": "py/native_launcher.py",
         "Makefile.train": "cpp/Makefile.train"}
HOW = {"job": "exec bash job.sh ./mlp {kind} {step} {threads}",
       "sweep": "exec bash sweep.sh ./mlp {kind} {step} {threads}",
       "make": "exec make --no-print-directory -f Makefile.train run FAULT={kind} STEP={step} THREADS={threads}",
       "python": "exec {py} {main} {look} ./mlp {kind} {step} {threads}",
       "xargs": "echo {kind} {step} {threads} | xargs -t ./mlp"}


def native(cause, name, kind, mode, how, root, why, places=((20, 2),), before="", needs=(), status=None, multi=False,
           **more):
    variants = [{"kind": kind, "step": step, "threads": threads} for step, threads in places]
    if how == "python":
        for at, (variant, look) in enumerate(zip(variants, variants_of(["logging %d tracker" % (400 + len(name)),
            "plain 1"]))):
            variant.update(look)
            variant["multi"] = True
    command = BUILD + before + (HOW[how] if not before else HOW[how].replace("exec ", ""))
    add(cause, name, mode, command, root, why, "c++", variants, files=FILES, needs=("cxx",) + tuple(needs),
        status=status,
        multi=multi or how == "make", **more)


SEGV, ABRT = r"Segmentation fault", r"Aborted"
native("segfault", "null-job", "null", "segfault", "job", SEGV, "A method call through a null pointer.",
       ((17, 2), (33, 1)), status=139)
native("segfault", "deep-sweep", "deep", "segfault", "sweep", SEGV, "Endless recursion overflowed the stack.",
       ((9, 1),), status=139)
native("segfault", "parallel-make", "parallel", "segfault", "make", SEGV, "Threads wrote through null pointers.",
       ((12, 4), (25, 2)))
native("segfault", "write-python", "write", "segfault", "python", r"SIGSEGV",
       "The native trainer wrote to an invalid address; "
       "CalledProcessError reports it.", ((21, 2), (8, 1)))
native("segfault", "write-xargs", "write", "segfault", "xargs", r"xargs: ./mlp: terminated by signal 11",
       "The program wrote to an invalid address.", ((14, 2),))

native("abort", "double-free", "twice", "other", "job", r"free\(\): double free detected", "A buffer was freed twice.",
       ((11, 2), (30, 1)), status=134)
native("abort", "heap", "heap", "other", "sweep", r"(malloc|free)\(\): |corrupted", "A heap buffer was overrun.",
       ((13, 1),), status=134)
native("abort", "invalid-free", "invalid", "other", "make", r"(free|munmap_chunk)\(\): invalid",
       "A pointer inside a buffer was freed.",
       ((19, 2),))
native("abort", "stack-smash", "stack", "other", "job", r"\*\*\* (stack smashing|buffer overflow) detected \*\*\*",
       "A name was longer than its buffer.", ((16, 2), (5, 1)), status=134)
native("abort", "terminate", "config", "other", "job", r"what\(\):  unsupported activation",
       "An uncaught C++ exception ends the program.",
       ((7, 1),), status=134)
native("abort", "out-of-range", "at", "other", "python", r"what\(\):  map::at",
       "An uncaught C++ exception ends the program.",
       ((18, 2),))
native("abort", "thread-not-joined", "joinable", "other", "sweep", r"terminate called without an active exception",
       "A thread object was destroyed while it ran.", ((10, 1), (22, 2)), status=134)

native("assertion", "c-assert", "assert", "assertion", "job", r"Assertion `rows % columns == 0",
       "The tile is not full.",
       ((23, 2), (41, 1)), status=134)
native("assertion", "c-assert-make", "assert", "assertion", "make", r"Assertion `rows % columns == 0",
       "The tile is not full.", ((6, 2),))
native("div_zero", "sigfpe-job", "zero", "div_zero", "job", r"Floating point exception", "An integer division by zero.",
       ((15, 2), (28, 1)),
       status=136)
native("div_zero", "sigfpe-python", "zero", "div_zero", "python", r"SIGFPE",
       "An integer division by zero in the native trainer.",
       ((9, 1),))
native("illegal_instruction", "job", "illegal", "other", "job", r"Illegal instruction",
       "The program runs into an invalid instruction.",
       ((20, 2), (7, 1)), status=132)
native("illegal_instruction", "python", "illegal", "other", "python", r"SIGILL",
       "The native trainer ran into an invalid instruction.",
       ((12, 2),))
native("illegal_instruction", "make", "illegal", "other", "make", r"Illegal instruction",
       "The program runs into an invalid instruction.",
       ((26, 1),))

LIMIT = "ulimit -v 600000 && "
native("ram_oom", "bad-alloc", "memory", "ram_oom", "job", r"std::bad_alloc", "The address space limit was reached.",
       ((14, 2), (6, 1)),
       before=LIMIT, status=134)
native("ram_oom", "bad-alloc-python", "memory", "ram_oom", "python", r"std::bad_alloc",
       "The address space limit was reached.",
       ((19, 1),), before=LIMIT)
NOBODY = "chmod 755 mlp && prlimit --nproc=60 setpriv --reuid 64999 --regid nogroup --clear-groups "
native("resource_limit", "std-thread", "threads", "other", "job", r"what\(\):  Resource temporarily unavailable",
       "No more threads are allowed to the user.", ((8, 2),), before=NOBODY, needs=("root",), status=134)
native("resource_limit", "omp", "none", "other", "job",
       r"libgomp: Thread creation failed: Resource temporarily unavailable",
       "No more threads are allowed to the user.", ((8, 400),), before=NOBODY.replace("60", "40"), needs=("root",))
native("resource_limit", "open-files", "files", "other", "job", r"Too many open files",
       "The limit of open files was reached.",
       ((8, 1), (31, 2)), before="ulimit -n 40 && ")
native("shm_bus_error", "mmap", "shm", "other", "job", r"Bus error",
       "/dev/shm is smaller than the queue that the program maps there.",
       ((12, 2), (24, 1)), before="bash small_disk.sh 8m /dev/shm ", needs=("root", "mount"), status=135)
native("file_not_found", "native", "missing", "file_not_found", "job",
       r"weights/pretrained.bin: No such file or directory",
       "The weights are not there.", ((5, 1),), status=1)
