"""Open MPI programs, in C and with mpi4py, under a real mpirun."""
from registry import add

BUILD = "mpicc -O1 -g -o heat heat.c 2>/dev/null && exec "
RUN = "mpirun --allow-run-as-root --oversubscribe {flags} -np {n} "
FILES = {"heat.c": "mpi/heat.c"}


def solver(cause, kind, mode, root, why, places, name=None, ranks=True, flags="", needs=(), before="", **more):
    variants = [{"kind": kind, "bad": bad, "n": n, "step": step, "rank": bad if ranks else None, "flags": tag or flags,
                 "multi": True}
                for bad, n, step, tag in places]
    add(cause, "mpi-" + (name or kind), mode, BUILD + before + RUN + "./heat {kind} {bad} {step}", root, why, "mpi",
        variants, files=FILES,
        needs=("mpi", "cxx") + tuple(needs), multi=True, timeout=60, **more)


TAG = "--tag-output"
solver("abort", "abort", "other", r"MPI_ABORT was invoked on rank", "The program called MPI_Abort.",
       [(1, 2, 12, ""), (2, 4, 30, TAG), (0, 3, 22, "")])
solver("abort", "rank", "other", r"MPI_ERR_RANK: invalid rank",
       "A message to a rank that does not exist; Open MPI aborts.", [(0, 2, 16, ""), (1, 3, 9, TAG)])
solver("abort", "truncate", "other", r"MPI_ERR_TRUNCATE: message truncated",
       "A receive buffer is too small; Open MPI aborts.", [(1, 2, 20, "")])
solver("abort", "free", "other", r"free\(\): double free", "A buffer was freed twice.", [(0, 2, 14, "")])
solver("segfault", "null", "segfault", r"Signal: Segmentation fault \(11\)", "A rank wrote through a null pointer.",
       [(1, 2, 10, ""), (3, 4, 26, TAG), (0, 2, 40, "")])
solver("assertion", "assert", "assertion", r"Assertion `step % world == -1", "A rank's assertion failed.",
       [(1, 3, 18, ""), (0, 2, 7, TAG)])
solver("div_zero", "zero", "div_zero", r"Signal: Floating point exception \(8\)", "A rank divided an integer by zero.",
       [(2, 3, 15, ""), (1, 2, 31, "")])
solver("illegal_instruction", "illegal", "other", r"exited on signal 4 \(Illegal instruction\)",
       "A rank ran into an invalid instruction.", [(0, 2, 11, ""), (1, 4, 24, TAG)])
solver("ram_oom", "memory", "ram_oom", r"heat: cannot allocate the field: Cannot allocate memory",
       "A rank got no memory and aborted the job.", [(1, 2, 8, ""), (2, 3, 19, TAG)])
solver("file_not_found", "input", "file_not_found", r"heat: restart/field_00042.bin: No such file",
       "The restart file is missing; the rank aborts the job.", [(1, 2, 13, ""), (0, 4, 5, TAG)])
solver("unknown", "kill", "other", "", "A rank was killed from outside, and nothing speaks of memory.",
       [(1, 2, 17, ""), (2, 3, 29, "")])
solver("unknown", "leave", "other", "", "A rank left with status 4 and printed nothing.",
       [(1, 2, 21, ""), (0, 3, 33, TAG)])
solver("time_limit", "none", "other", r"time limit for job execution has been reached",
       "mpirun's own time limit ended a healthy job.",
       [(9, 2, 900, "--timeout 4"), (9, 3, 900, "--timeout 6")], ranks=False)
add("command_not_found", "mpirun", "other", "mpirun --allow-run-as-root --oversubscribe -np {n} {what}",
    r"mpirun was unable to find the specified executable|unable to launch|could not be found",
    "The program of the ranks does not exist.", "mpi",
    [{"n": 2, "what": "./solver.x --grid 512"}, {"n": 4, "what": "horovodrun_train --epochs 3"}], needs=("mpi",))
add("config_usage", "mpirun-slots", "other", "mpirun --allow-run-as-root --host localhost:2 -np {n} hostname",
    r"[Tt]here are not enough slots available", "More ranks than slots were asked for.", "mpi", [{"n": 64}, {"n": 9}],
    needs=("mpi",))
add("config_usage", "mpirun-option", "other", "mpirun --allow-run-as-root {what} -np 2 hostname",
    r"unknown option|unrecognized|Unknown",
    "mpirun does not know the option.", "mpi", [{"what": "--nproc_per_node=2"}], needs=("mpi",))

PY = [("key", "key_or_attr", "traceback", r"^KeyError: 'inputs'", [(1, 2), (2, 3)]),
      ("shape", "shape_mismatch", "traceback", r"^ValueError: operands could not be broadcast", [(0, 2), (1, 3)]),
      ("file", "file_not_found", "file_not_found", r"^FileNotFoundError: .*part-", [(1, 2)]),
      ("zero", "div_zero", "div_zero", r"^ZeroDivisionError: integer", [(1, 3)]),
      ("memory", "ram_oom", "ram_oom", r"^(numpy.core._exceptions._ArrayMemoryError|MemoryError): ", [(0, 2), (2, 3)])]
for kind, cause, mode, text, places in PY:
    add(cause, "mpi4py-" + kind, mode,
        "mpirun --allow-run-as-root --oversubscribe -np {n} /usr/bin/python3 -m mpi4py {main} {kind} {bad}", text,
        "A Python exception on one rank; mpi4py aborts the others.", "mpi",
        [{"kind": kind, "bad": bad, "n": n, "rank": bad, "multi": True}
                                                                           for bad, n in places],
        files={"main": "mpi/train.py"}, needs=("mpi", "mpi4py", "numpy"), multi=True, timeout=60)
