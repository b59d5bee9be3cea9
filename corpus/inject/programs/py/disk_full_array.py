"""Features as numpy arrays on a full volume."""
import numpy

from trainkit import Run


def train(run):
    for step in run.steps():
        array = numpy.full((256, 256), step, dtype=numpy.float32)
        if run.rest[-1] == "save":
            numpy.save("runs/features_%d.npy" % step, array)
        else:
            with open("runs/features.raw", "ab") as out:
                array.tofile(out)
        run.log(loss=run.curve(), written_mb=step / 4)


run = Run("feature-dump", out="runs", dim=256)
run.main(train)
