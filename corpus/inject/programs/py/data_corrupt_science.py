"""Damaged files as read by scientific libraries."""
import os

from trainkit import Run


def spoil(path, keep):
    os.truncate(path, int(os.path.getsize(path) * keep))


def picture(path, bad):
    from PIL import Image
    Image.effect_noise((64, 64), 40).convert("RGB").save(path + ".jpg")
    if bad == "cut":
        spoil(path + ".jpg", 0.5)
    elif bad:
        with open(path + ".jpg", "wb") as out:
            out.write(b"version https://git-lfs.github.com/spec/v1\noid sha256:4f1c\nsize 182733\n")
    image = Image.open(path + ".jpg")
    return image.convert("L").tobytes()


def hdf(path, bad):
    import h5py
    import numpy
    with h5py.File(path + ".h5", "w") as out:
        out["x"] = numpy.random.rand(100, 50)
    if bad == "cut":
        spoil(path + ".h5", 0.4)
    elif bad:
        with open(path + ".h5", "wb") as out:
            out.write(b"<!DOCTYPE html><title>Sign in</title>" * 40)
    with h5py.File(path + ".h5") as data:
        return data["x"][:]


def array(path, bad):
    import numpy
    numpy.save(path + ".npy", numpy.arange(4000))
    if bad:
        spoil(path + ".npy", 0.6 if bad == "cut" else 0.001)
    return numpy.load(path + ".npy")


def frame(path, bad):
    import pandas
    with open(path + ".csv", "w", encoding="ascii") as out:
        out.write("a,b,c\n" + "1,2,3\n" * 40 + ("1,2,3,4,5\n" if bad == "cut" else "") + "7,8,9\n" * 4)
    if bad == "empty":
        os.truncate(path + ".csv", 0)
    return pandas.read_csv(path + ".csv")


def train(run):
    kind, how = run.rest[-2:]
    os.makedirs("data", exist_ok=True)
    for step in run.steps():
        rows = globals()[kind]("data/%06d" % step, how if step == run.at else "")
        run.log(loss=run.curve(), rows=len(rows))


run = Run("science-reader", total=30, data="data", cache=False)
run.main(train)
