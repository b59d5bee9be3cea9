"""Runs one Slurm job and prints its output file; ends with the job's status (its signal, if one ended it).

submit.py ACTION OPTIONS -- LINE…: the lines are the batch script. ACTION: wait, cancel, kill-node, preempt.
"""
import os
import re
import signal
import subprocess
import sys
import time

PLACE = "/tmp/gpualert-capture/slurm"
os.environ["SLURM_CONF"] = PLACE + "/slurm.conf"


def shell(*argv):
    return subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False).stdout


def field(job, name):
    match = re.search(r"\b%s=(\S+)" % name, shell("scontrol", "show", "job", "-o", job))
    return match.group(1) if match else ""


def wait_for(condition, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.3)
    return False


def printed(path, size=900):
    return os.path.exists(path) and os.path.getsize(path) > size


def restart(node):
    subprocess.run(["slurmd", "-f", PLACE + "/slurm.conf", "-N", node], check=False, stdout=subprocess.DEVNULL)


def main():
    split = sys.argv.index("--")
    action, options, lines = sys.argv[1], sys.argv[2:split], sys.argv[split + 1:]
    with open("batch.sh", "w", encoding="utf-8") as script:
        script.write("#!/bin/bash\n" + "\n".join(lines) + "\n")
    job = shell("sbatch", "--parsable", "-o", "slurm-%j.out", *options, "batch.sh").strip().split("\n")[-1]
    if not job.isdigit():
        sys.exit("submit.py: sbatch said: %s" % job)
    out = "slurm-%s.out" % job
    if action != "wait" and not wait_for(lambda: printed(out), 40):
        sys.exit("submit.py: the job printed nothing")
    if action == "cancel":
        shell("scancel", job)
    elif action == "kill-node":
        node = options[-1].split(",")[-1]
        with open("%s/run/slurmd.%s.pid" % (PLACE, node), encoding="ascii") as pid:
            os.kill(int(pid.read()), signal.SIGKILL)
    elif action == "preempt":
        urgent = shell("sbatch", "--parsable", "-p", "urgent", "--exclusive", "-w", options[-1], "-o", "/dev/null",
                       "--wrap", "sleep 12").strip()
        wait_for(lambda: field(job, "JobState") in ("PREEMPTED", "CANCELLED") or field(job, "Restarts") not in ("0",
            ""), 60)
        size = -1
        while size != os.path.getsize(out):     # the last words of the teardown
            size = os.path.getsize(out)
            time.sleep(2)
        shell("scancel", job, urgent)
    done = ("COMPLETED", "FAILED", "TIMEOUT", "CANCELLED", "OUT_OF_MEMORY", "NODE_FAIL", "PREEMPTED")
    wait_for(lambda: field(job, "JobState") in done or field(job, "Restarts") not in ("0", ""), 200)
    time.sleep(1.5)
    code, _, number = field(job, "ExitCode").partition(":")
    state = field(job, "JobState")
    shell("scancel", job)
    if action == "kill-node":
        restart(node)
        wait_for(lambda: "idle" in shell("sinfo", "-h", "-n", node, "-o", "%T"), 30)
    with open(out, "rb") as log:
        sys.stdout.buffer.write(log.read())
    sys.stdout.flush()
    if state == "OUT_OF_MEMORY":        # Slurm shows 0:125 whatever the status was
        sys.exit(137)
    if action == "preempt" or int(number or 0) == 15:
        os.kill(os.getpid(), signal.SIGTERM)
    if number not in ("", "0"):
        os.kill(os.getpid(), int(number))
    if (state in ("TIMEOUT", "CANCELLED", "NODE_FAIL") or action != "wait") and code == "0":
        sys.exit(143)       # a job that was put back, or ended before its status was known, got SIGTERM
    sys.exit(int(code))


main()
