"""Packs a data set into a volume that is too small."""
import shutil

from trainkit import Run


def train(run):
    with open("source.bin", "wb") as out:
        out.write(b"s" * 400_000)
    for step in run.steps():
        if run.rest[-1] == "copy":
            shutil.copyfile("source.bin", "runs/copy_%d.bin" % step)
        else:
            shutil.make_archive("runs/pack_%d" % step, "tar", ".", "source.bin")
        run.log(loss=run.curve(), copied=step)


run = Run("staging", scratch="runs")
run.main(train)
