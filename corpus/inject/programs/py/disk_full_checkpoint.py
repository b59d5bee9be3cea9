"""Checkpoints that grow until the volume is full."""
import pickle

from trainkit import Run


def train(run):
    for step in run.steps():
        run.log(loss=run.curve(), lr=1e-4)
        if step % 4 == 0:
            with open("runs/step_%04d.pkl" % step, "wb") as out:
                pickle.dump([bytes(200_000)] * 1 + [bytes([step % 256]) * 100_000], out)
            run.info("saved runs/step_%04d.pkl" % step)


run = Run("big-checkpoints", save_dir="runs", save_every=4, keep="all")
run.main(train)
