"""Memory cgroups, limits, signals, time limits, stalls, missing programs, and endings that nothing explains."""
from registry import add, script, variants_of

NOBODY = "prlimit --nproc={n} setpriv --reuid 64998 --regid nogroup --clear-groups "
CG = ("memcg", "root")
KERNEL = r"Memory cgroup out of memory: Killed process"


def oom(name, size, epilogue, program, root, why, looks, framework="python", needs=(), **more):
    add("oom_killer", "cgroup-" + name, "oom_killer", "bash memcg.sh %s %s /usr/bin/python3 {main} {look} %s" % (size,
        epilogue, more.pop("after")),
        root, why, framework, variants_of(looks, True), files={"main": program}, needs=CG + tuple(needs), timeout=90,
        **more)


WHY = "The kernel killed the process that went over the limit of its memory cgroup."
oom("list-kernel", "90M", "kernel", "py/hoard.py", KERNEL, WHY, ["plain 1101", "logging 1102 tracker"],
    after="list 200")
oom("numpy-counters", "120M", "counters", "py/hoard.py", r"memory.oom_control .*oom_kill [1-9]", WHY,
    ["hf 1103", "json 1104 retry"], "numpy", ("numpy",), after="numpy 300")
oom("pool-kernel", "100M", "kernel", "py/hoard.py", KERNEL, WHY + " BrokenProcessPool is how the parent learnt of it.",
    ["fairseq 1105", "glog 1106 sample"], after="pool 300")
oom("child-kernel", "100M", "kernel", "py/hoard.py", KERNEL, WHY + " It was a child; the job gave up with status 1.",
    ["nano 1107 caution", "table 1108"], after="child 300")
oom("loader-counters", "420M", "counters", "torch/loader.py", r"memory.oom_control .*oom_kill [1-9]",
    WHY + " It was a DataLoader worker.",
    ["megatron 1109", "detectron 1110 older"], "pytorch", ("torch",), after="big")
oom("loader-kernel", "420M", "kernel", "torch/loader.py", KERNEL, WHY + " It was a DataLoader worker.",
    ["keras 1111 optional"], "pytorch", ("torch",), after="big")

RAM = "ulimit -v {v}; exec /usr/bin/python3 {main} {look} "
for name, limit, text, looks, framework, needs in [
        ("bytes", 2000000, r"^MemoryError$", ["plain 1121", "hf 1122 cache chain"], "python", ()),
        ("array", 3000000, r"^numpy.core._exceptions.(_ArrayMemoryError|MemoryError): ",
         ["logging 1123 sample", "glog 1124"], "numpy", ("numpy",)),
        ("map", 2000000, r"^OSError: \[Errno 12\] Cannot allocate memory", ["json 1125 hook", "nano 1126"], "python",
         ()),
        ("text", 700000, r"^MemoryError$", ["bar 1127 tracker"], "python", ()),
        ("frame", 4000000, r"^numpy.core._exceptions.(_ArrayMemoryError|MemoryError): ", ["table 1128 caution"],
         "pandas", ("pandas",))]:
    add("ram_oom", "limit-" + name, "ram_oom", RAM + name, text, "The address space limit of the job was reached.",
        framework,
        [dict(v, v=limit) for v in variants_of(looks)], files={"main": "py/limits.py"}, needs=needs)

LIMITS = [("files", "ulimit -n {n}; exec ", 30, "traceback", r"^OSError: \[Errno 24\] Too many open files",
           ["plain 1131", "fairseq 1132 retry"]),
          ("sockets", "ulimit -n {n}; exec ", 40, "traceback", r"^OSError: \[Errno 24\] Too many open files",
           ["keras 1133 thread"]),
          ("threads", NOBODY, 50, "runtime_error", r"^RuntimeError: can't start new thread",
           ["logging 1134", "json 1135 optional chain"]),
          ("processes", NOBODY, 40, "traceback", r"^BlockingIOError: \[Errno 11\]",
           ["glog 1136 overflow", "nano 1137"]),
          ("fork", NOBODY, 45, "traceback", r"^BlockingIOError: \[Errno 11\]", ["table 1138 cache"]),
          ("size", "ulimit -f {n}; exec ", 800, "traceback", r"^OSError: \[Errno 27\] File too large",
           ["megatron 1139", "hf 1140 tracker"])]
for name, before, amount, mode, text, looks in LIMITS:
    add("resource_limit", name, mode, before + "/usr/bin/python3 {main} {look} " + name, text,
        "A limit of the system was reached.", "python",
        [dict(v, n=amount) for v in variants_of(looks)], files={"main": "py/limits.py"}, needs=("root",))
add("resource_limit", "bash-fork", "other", NOBODY.replace("64998", "64997") + "bash forks.sh",
    r"fork: retry: Resource temporarily unavailable", "The user may not have more processes.",
    "shell", [{"n": 70, "multi": True}, {"n": 90, "multi": True}], files={"forks.sh": "sh/forks.sh"}, needs=("root",))

LATER = "bash later.sh {sig} {s} {who} "
FILES = {"later.sh": "sh/later.sh", "main": "py/plain_train.py", "job.sh": "sh/job.sh", "watchdog.sh": "sh/watchdog.sh"}


def signalled(name, mode, sig, who, line, root, why, looks, seconds=1.2, **more):
    add("interrupted", name, mode, LATER + line, root, why, more.pop("framework", "python"),
        [dict(v, sig=sig, s=seconds, who=who) for v in variants_of(looks, more.get("multi", False))],
        files=dict(FILES, **more.pop("files", {})), **more)


PY = "/usr/bin/python3 {main} {look} "
signalled("ctrl-c", "traceback", "INT", "process", PY + "default", r"^KeyboardInterrupt$", "Ctrl-C.",
          ["plain 1141", "logging 1142 tracker,hook"])
signalled("ctrl-c-pool", "traceback", "INT", "group", PY + "pool", r"^KeyboardInterrupt$",
          "Ctrl-C reached the pool's workers as well.", ["json 1143", "fairseq 1144 caution"],
          multi=True, pick="first")
signalled("ctrl-c-async", "traceback", "INT", "process", PY + "async", r"^KeyboardInterrupt$",
          "Ctrl-C; asyncio cancels the task first.", ["nano 1145 cache", "glog 1146"], multi=True)
signalled("term-handler", "other", "TERM", "process", PY + "handler", r"received signal SIGTERM",
          "A plain kill; the job's handler left with 143.", ["hf 1147", "detectron 1148 retry"])
signalled("term-job", "other", "USR2", "process", "bash job.sh bash later.sh TERM 0.9 process " + PY + "default",
          r"Terminated", "A plain kill of the program.",
          ["plain 1149"], seconds=60)
signalled("hangup-job", "other", "USR2", "process", "bash job.sh bash later.sh HUP 0.9 process " + PY + "default",
          r"Hangup", "The terminal closed.",
          ["table 1150", "keras 1151 sample"], seconds=60)
signalled("elastic-term", "traceback", "TERM", "process",
          "/usr/bin/python3 elastic.py --nproc_per_node 2 --master_addr 127.0.0.1 "
           "--master_port $((20000 + RANDOM % 20000)) "
          "train_ddp.py --style logging --pause 0.4 --seed 5 none 0 2", r"SignalException: Process \d+ got signal: 15",
          "A plain kill of the launcher.", ["plain 1"], seconds=7,
          framework="pytorch", files={"elastic.py": "torch/elastic.py", "train_ddp.py": "torch/ddp.py"},
          needs=("torch",), multi=True)

add("time_limit", "timeout", "other", "timeout -v 2 " + PY + "default", r"timeout: sending signal TERM to command",
    "timeout(1) ended a healthy job.", "shell",
    variants_of(["plain 1161", "json 1162 optional", "bar 1163 retry"]), files=FILES)
script("time_limit", "budget", "other", r"time limit of 2.5 s reached", "The job's own time budget ended it.",
       ["logging 1164", "hf 1165 overflow"], program="time_limit_budget")

STALL = [("dump", r"^Timeout \(0:00:03\)!", ["plain 1171", "fairseq 1172 tracker", "json 1173"], ""),
         ("guard", r"no training step for 3 s", ["logging 1174 sample", "nano 1175", "glog 1176 caution"], ""),
         ("quiet", r"no output for \d+ s", ["hf 1177", "detectron 1178 retry", "table 1179 older"],
          "bash watchdog.sh 3 "),
         ("wait", r"still waiting for the prefetch queue", ["megatron 1180", "plain 1181 optional"], "timeout -v 8 ")]
for name, text, looks, before in STALL:
    script("stall", name, "other", text, "Two threads wait for each other; somebody else ends the job.", looks,
           program="stall_locked", after=name, before=before,
           files={"watchdog.sh": "sh/watchdog.sh"})

TOOLS = [("bash", r"torchrun_ft: command not found", 127), ("dash", r"accelerate_ft: not found", 127),
         ("env", r"env: .python3.9-train.|env: .*No such file", 127),
         ("shebang", r"bad interpreter|cannot execute: required file not found", None),
         ("format", r"Exec format error|cannot execute binary file", 126),
         ("nohup", r"failed to run command .*deepspeed_ft", 127), ("timeout", r"failed to run command .*composer_ft",
             127),
         ("xargs", r"xargs: fairseq_ft_train: No such file", 127),
         ("make", r"fairseq-ft-train: (No such file|not found)", 2)]
for name, text, status in TOOLS:
    add("command_not_found", name, "other", "bash tools.sh " + name, text,
        "The program is not there, or not for this machine.", "shell", [{}],
        files={"tools.sh": "sh/tools.sh"}, status=status)

NOTHING = [("silent-exit", PY + "exit", "other", ["plain 1191", "hf 1192 tracker"], 1, "Status 1 without a word."),
           ("vanish", PY + "vanish", "other", ["json 1193 sample", "glog 1194"], 7, "Status 7 without a word."),
           ("sigkill", LATER.format(sig="KILL", s=1.3, who="process") + PY + "default", "other",
            ["logging 1195 retry", "bar 1196"], -9, "SIGKILL from outside, no evidence of memory."),
           ("killed-line", "bash job.sh bash later.sh KILL 0.9 process " + PY + "default", "other",
            ["plain 1197", "fairseq 1198 caution"], 137,
            "The shell's word Killed; nothing says why.")]
for name, command, mode, looks, status, why in NOTHING:
    add("unknown", name, mode, command, "", why, "python", variants_of(looks), files=FILES, status=status)
add("unknown", "cgroup-without-word", "other", "bash memcg.sh 90M nothing /usr/bin/python3 {main} {look} list 200", "",
    "The kernel killed it for its cgroup's limit, but the log does not say so.", "python", variants_of(["nano 1199"]),
    files={"main": "py/hoard.py"}, needs=CG, status=137)
