"""Writes its checkpoints to a file system that is mounted read-only."""
from trainkit import Run


def save(run, step):
    with open("runs/step_%d.ckpt" % step, "wb") as out:
        out.write(b"\0" * 1000)


def train(run):
    for step in run.steps():
        run.log(loss=run.curve())
        if step == run.at:
            save(run, step)


run = Run("ro-volume", save_dir="runs", save_every="1 epoch")
run.main(train)
