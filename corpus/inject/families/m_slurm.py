"""Jobs of a real Slurm: limits, cancels, memory, preemption, node failure, failing tasks.

The log is the job's output file, or what an interactive srun prints.
"""
from registry import add, variants_of

FILES = {"main": "slurm/work.py", "submit.py": "slurm/submit.py", "in_slurm.sh": "sh/in_slurm.sh"}
NEED = ("slurm", "root", "memcg")
PY = "/usr/bin/python3 {main} {look} "
HEADER = "'echo \"== job $SLURM_JOB_ID on $SLURM_JOB_NODELIST, $(date +%T)\"' "


def batch(cause, name, mode, action, options, line, root, why, looks, ranks=None, header=True, **more):
    variants = variants_of(looks)
    for number, variant in enumerate(variants):
        variant.update(rank=ranks, multi=variant["multi"] or more.get("multi", False), node="n%d" % (6 + 2 * number))
    more.pop("multi", None)
    add(cause, "slurm-" + name, mode,
        "/usr/bin/python3 submit.py " + action + " " + options + " -- " + (HEADER if header else "") + "'" + line + "'",
        root, why, more.pop("framework", "slurm"), variants, files=FILES, needs=NEED, timeout=230, **more)


def step(cause, name, mode, options, line, root, why, looks, ranks=None, **more):
    """An interactive srun: its own output and status."""
    variants = variants_of(looks, more.pop("multi", False))
    for variant in variants:
        variant["rank"] = ranks
    add(cause, "srun-" + name, mode, "bash in_slurm.sh srun " + options + " " + line, root, why, "slurm", variants,
        files=FILES, needs=NEED,
        timeout=230, **more)


LIMIT = r"DUE TO TIME LIMIT \*\*\*"
batch("time_limit", "batch", "other", "wait", "-n1 --time=1", PY + "slow 0", LIMIT,
      "The time limit ended a healthy job.",
      ["plain 1001", "hf 1002 tracker"])
batch("time_limit", "srun", "other", "wait", "-n2 --time=1", "srun -l " + PY + "slow 0", LIMIT,
      "The time limit ended a healthy job.",
      ["logging 1003 retry", "fairseq 1004"])
batch("time_limit", "exec", "other", "wait", "-n1 --time=1", "exec " + PY + "--pause 0.4 handler 0", LIMIT,
      "The time limit ended a healthy job; its handler saved a checkpoint.", ["json 1005", "megatron 1006 overflow"])
step("time_limit", "interactive", "other", "-n1 --time=1", PY + "slow 0", LIMIT, "The time limit ended a healthy step.",
     ["glog 1007 caution"])

CANCEL = r"CANCELLED AT \S+ \*\*\*"
batch("cancelled", "batch", "other", "cancel", "-n1", PY + "slow 0", CANCEL, "Somebody cancelled the job.",
      ["plain 1011", "nano 1012 older", "table 1013 sample"])
batch("cancelled", "srun", "other", "cancel", "-n3", "srun -l " + PY + "slow 0", CANCEL, "Somebody cancelled the job.",
      ["logging 1014", "detectron 1015 optional"])
batch("cancelled", "exec", "other", "cancel", "-n1", "exec " + PY + "--pause 0.4 handler 0", CANCEL,
      "Somebody cancelled the job; its handler saved a checkpoint.", ["json 1016", "keras 1017 retry"])

OOM = r"oom-kill event|oom_kill|[Oo]ut [Oo]f [Mm]emory"
batch("oom_killer", "batch", "oom_killer", "wait", "-n1 --mem=150", PY + "memory 0; echo \"train.py ended with $?\"",
      r"oom-kill event|oom_kill event",
      "The job went over its memory limit; the kernel killed its program.", ["plain 1021", "hf 1022 tracker"])
batch("oom_killer", "srun", "oom_killer", "wait", "-n2 --mem=260", "srun -l " + PY + "memory 1", OOM,
      "One task went over the memory limit.", ["logging 1023", "fairseq 1024 optional"], ranks=1, multi=True)
batch("oom_killer", "exec", "oom_killer", "wait", "-n1 --mem=130", "exec " + PY + "memory 0", OOM,
      "The job went over its memory limit.", ["json 1025 cache"])
step("oom_killer", "interactive", "oom_killer", "-n1 --mem=140", PY + "memory 0", OOM,
     "The step went over its memory limit.", ["nano 1026 caution", "plain 1027"], multi=True)

batch("preempted", "cancel", "other", "preempt", "-n1 -p spot --no-requeue -w n3", PY + "slow 0",
      r"DUE TO PREEMPTION \*\*\*",
      "A job of higher priority took the node.", ["plain 1031", "glog 1032 retry"])
batch("preempted", "cancel-handler", "other", "preempt", "-n1 -p spot --no-requeue -w n3",
      "exec " + PY + "--pause 0.4 handler 0",
      r"DUE TO PREEMPTION \*\*\*", "A job of higher priority took the node; the handler saved a checkpoint.",
      ["logging 1033"])
batch("preempted", "requeue", "other", "preempt", "-n1 -p scavenge --requeue --open-mode=append -w n4",
      "srun " + PY + "slow 0",
      r"DUE TO (PREEMPTION|JOB REQUEUE) \*\*\*",
      "A job of higher priority took the node; the job was put back into the queue.", ["hf 1034", "json 1035 tracker"])

batch("node_fail", "srun", "other", "kill-node", "-N2 -n2 -p wide --no-requeue -w n5,{node}",
      "srun -l " + PY +
      "slow 0", r"[Nn]ode failure on n\d|DUE TO NODE FAILURE", "Slurm lost one of the nodes.",
      ["plain 1041", "logging 1042 retry"])
batch("node_fail", "requeue", "other", "kill-node", "-N2 -n2 -p wide --requeue --open-mode=append -w n5,n10",
      "srun " + PY + "slow 0",
      r"[Nn]ode failure on n\d|DUE TO NODE FAILURE", "Slurm lost a node and puts the job back into the queue.",
      ["fairseq 1043"])

TASKS = [("key", "key_or_attr", "traceback", r"KeyError: 'learning_rate'", 1,
          "One task looks up a key that is not there."),
         ("file", "file_not_found", "file_not_found", r"FileNotFoundError: .*shards/train-", 2,
          "One task's shard is missing."),
         ("module", "missing_module", "missing_module", r"ModuleNotFoundError: No module named 'horovod'", 0,
          "One task needs a package that is missing."),
         ("assert", "assertion", "assertion", r"AssertionError: task \d has no work", 1,
          "One task's assertion failed."),
         ("segv", "segfault", "segfault", r"task \d: Segmentation fault", 2, "One task crashed in native code."),
         ("abort", "abort", "other", r"task \d: Aborted", 0, "One task aborted.")]
STYLES = ["plain", "logging", "json", "fairseq", "nano", "glog"]
for at, (kind, cause, mode, text, bad, reason) in enumerate(TASKS):
    batch(cause, "task-" + kind, mode, "wait", "-n3", "srun -l --kill-on-bad-exit=1 " + PY + kind + " %d" % bad, text,
          reason + " The others were cancelled with it.",
          ["%s %d %s" % (STYLES[at], 1051 + at, ("-", "retry")[at % 2])], ranks=bad, multi=True,
          framework="slurm" if kind in ("segv", "abort") else "python")
batch("unknown", "task-leave", "other", "wait", "-n3", "srun -l --kill-on-bad-exit=1 " + PY + "leave 1", "",
      "A task left with status 1 and printed nothing.", ["plain 1061", "logging 1062"], ranks=1, multi=True)
batch("unknown", "task-kill", "other", "wait", "-n2", "srun -l --kill-on-bad-exit=1 " + PY + "kill 0", "",
      "A task was killed from outside; memory is not mentioned.", ["json 1063"], ranks=0, multi=True)
batch("command_not_found", "execve", "other", "wait", "-n2",
      "echo preparing; srun torchrun_train --epochs 3; s=$?; echo \"step ended with $s\"; exit $s",
      r"execve\(\): torchrun_train: No such file", "The program of the step does not exist.", ["plain 1"])
batch("command_not_found", "batch", "other", "wait", "-n1",
      "set -e; echo preparing; conda activate train; accelerate_launch train.py",
      r"conda: command not found", "The script's first tool is not installed on the node.", ["plain 1"],
      framework="shell")
step("config_usage", "memory", "other", "-n1 --mem=900G", "hostname", r"^srun: error: ",
     "More memory than any node has.", ["plain 1"])
step("config_usage", "partition", "other", "-p gpu-h100", "hostname",
     r"^srun: error: (invalid partition|Unable to allocate)",
     "The partition does not exist.", ["plain 1"])
step("config_usage", "option", "other", "-n2 --gpu-per-task=1", "hostname", r"unrecognized option|invalid|ambiguous",
     "srun does not know the option.", ["plain 1"])
