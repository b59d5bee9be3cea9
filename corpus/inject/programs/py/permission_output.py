"""The output directory belongs to somebody else."""
import os

from trainkit import Run


def train(run):
    for step in run.steps():
        run.log(loss=run.curve())
        if step == run.at:
            os.makedirs("/etc/experiments/" + run.config["output_dir"])


run = Run("wgan", z=128, critics=5)
run.main(train)
