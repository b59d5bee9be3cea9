"""An array of N tasks that all fail at once, as slurmctld tells of it: how long until every call is
accepted (64 at a time, as slurmctld makes them), and until the digests are in the Maildir.
mailprog_bench.py GPUALERT_MAIL [N] [DIR]"""

import os
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAM, TASKS = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10000
ROOT = tempfile.mkdtemp(dir=sys.argv[3] if len(sys.argv) > 3 else None)
AT_ONCE = 64


def start(task):
    return subprocess.Popen(
        [PROGRAM, "-s", f"Slurm Array Task Job_id=50_{task} ({51 + task}) Name=arr Failed, Run time "
         "00:00:01, FAILED, ExitCode 1", "ada@x.org"], stdin=subprocess.DEVNULL,
        env={"GPUALERT_CONFIG": ROOT + "/config.toml", "SLURM_JOB_ID": str(51 + task),
             "SLURM_JOB_NAME": "arr", "SLURM_JOB_UID": str(os.getuid()),
             "SLURM_JOB_GID": str(os.getgid()), "SLURM_JOB_USER": "ada",
             "SLURM_JOB_STATE": "FAILED", "SLURM_JOB_EXIT_CODE": "256",
             "SLURM_ARRAY_JOB_ID": "50", "SLURM_ARRAY_TASK_ID": str(task),
             "SLURM_JOB_NODELIST": f"n{task % 7}", "SLURM_JOB_WORK_DIR": ROOT})


def counted():
    total, mails = 0, 0
    new = ROOT + "/mail/new"
    for name in os.listdir(new) if os.path.isdir(new) else []:
        with open(os.path.join(new, name), errors="replace") as file:
            for line in file:
                if line.startswith("X-GPUAlert-Run:"):
                    mails += 1
                if line.startswith("Subject: FAILED arr: "):
                    total += int(line.split()[3])
    return total, mails


with open(ROOT + "/config.toml", "w") as out:
    out.write(f'mailprog_state_dir = "{ROOT}/spool"\n[[channel]]\ntype = "maildir"\n'
              f'path = "{ROOT}/mail"\n')
for task in range(TASKS):
    with open(f"{ROOT}/slurm-50_{task}.out", "w") as out:
        out.write("Traceback (most recent call last):\nZeroDivisionError: division by zero\n")
began = time.monotonic()
running, failed, slowest = [], 0, 0.0
for task in range(TASKS):
    while len(running) >= AT_ONCE:
        process, at = running.pop(0)
        failed += process.wait() != 0
        slowest = max(slowest, time.monotonic() - at)
    running.append((start(task), time.monotonic()))
failed += sum(process.wait() != 0 for process, _ in running)
accepted = time.monotonic() - began
print(f"{TASKS} calls accepted in {accepted:.1f} s, {failed} failed")
alone = time.monotonic()
start(TASKS).wait()
print(f"one call alone: {1000 * (time.monotonic() - alone):.1f} ms")
while counted()[0] < TASKS + 1 and time.monotonic() - began < 900:
    time.sleep(1)
print("tasks counted in mails, mails: %d, %d after %.0f s" % (*counted(), time.monotonic() - began))
shutil.rmtree(ROOT, ignore_errors=True)
