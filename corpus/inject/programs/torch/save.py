"""Saves checkpoints with torch.save to a volume that is too small."""
import torch

from trainkit import Run

torch.set_num_threads(1)


def train(run):
    net = torch.nn.Linear(300, 300)
    for step in run.steps():
        run.log(loss=run.curve())
        if step % 3 == 0:
            torch.save({"model": net.state_dict(), "step": step}, "runs/step_%03d.pt" % step,
                       _use_new_zipfile_serialization=run.rest[-1] != "legacy")
            run.info("saved runs/step_%03d.pt" % step)


run = Run("saver", total=60, save_every=3, save_dir="runs")
run.main(train)
