"""The program of a Slurm job: KIND TASK; KIND says what the given task does (SLURM_PROCID)."""
import os
import signal
import sys
import time

from trainkit import Run

kind, chosen = sys.argv[-2], int(sys.argv[-1])
task = int(os.environ.get("SLURM_PROCID", "0"))


def save(run):
    run.info("saving a checkpoint at step %d" % run.step)
    with open("checkpoint-%d.txt" % task, "w", encoding="ascii") as out:
        out.write(str(run.step))


def trouble(run):
    if kind == "memory":
        hoard = []
        while True:
            hoard.append(bytearray(b"x" * (8 << 20)))
            run.log(loss=run.curve(), cached_mb=8 * len(hoard))
            time.sleep(0.02)
    if kind == "key":
        return {"lr": 0.1}["learning_rate"]
    if kind == "file":
        return open("shards/train-%05d-of-01024.tfrecord" % task, "rb")
    if kind == "module":
        import horovod
        return horovod
    if kind == "assert":
        assert task != chosen, "task %d has no work" % task
    if kind == "segv":
        import ctypes
        ctypes.string_at(8)
    if kind == "abort":
        os.abort()
    if kind == "leave":
        os._exit(1)
    if kind == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    return None


def train(run):
    if kind == "handler":
        def stop(number, frame):
            run.warn("received %s, stopping" % signal.Signals(number).name)
            save(run)
            sys.exit(128 + number)
        signal.signal(signal.SIGTERM, stop)
    for step in run.steps():
        if step == 8 and task == chosen:
            trouble(run)
        run.log(loss=run.curve(), tokens=step * 4096)


run = Run("slurm-train", total=900, quiet=task != 0, nodes=os.environ.get("SLURM_JOB_NUM_NODES", "?"),
          partition=os.environ.get("SLURM_JOB_PARTITION", "?"))
if kind == "slow":
    run.options.pause = 0.4
run.main(train)
