"""Resumes from a checkpoint that does not fit, or is not whole."""
import json
import os
import pickle
import sys
import zlib

from trainkit import Run


class CheckpointError(RuntimeError):
    pass


def save(state, path):
    data = pickle.dumps(state)
    with open(path, "wb") as out:
        out.write(len(data).to_bytes(8, "little") + zlib.crc32(data).to_bytes(4, "little") + data)


def load(path):
    with open(path, "rb") as source:
        size, crc, data = int.from_bytes(source.read(8), "little"), int.from_bytes(source.read(4),
            "little"), source.read()
    if len(data) != size:
        raise CheckpointError("%s is truncated: %d of %d bytes" % (path, len(data), size))
    if zlib.crc32(data) != crc:
        raise CheckpointError("%s: checksum mismatch, the checkpoint is corrupt" % path)
    return pickle.loads(data)


def train(run):
    kind = run.rest[-1]
    path = "runs/last.ckpt"
    os.makedirs("runs", exist_ok=True)
    save({"w": [0.1] * 500, "step": 40}, path)
    if kind == "cut":
        os.truncate(path, 700)
    elif kind == "flip":
        with open(path, "r+b") as out:
            out.seek(200)
            out.write(b"\xff\xfe")
    elif kind == "empty":
        open("runs/last.pkl", "wb").close()
    elif kind == "pointer":
        with open("runs/last.pkl", "w", encoding="ascii") as out:
            out.write("version https://git-lfs.github.com/spec/v1\noid sha256:ab12\nsize 90\n")
    elif kind == "short":
        with open("runs/last.pkl", "wb") as out:
            out.write(pickle.dumps({"w": [0.25] * 900})[:-400])
    run.info("resuming from %s" % ("runs/last.pkl" if kind in ("empty", "pointer", "short") else path))
    state = pickle.load(open("runs/last.pkl", "rb")) if kind in ("empty", "pointer", "short") else load(path)
    run.info(json.dumps(sorted(state)))
    sys.exit(0)


run = Run("resumer", resume="auto", strict=True)
run.main(train)
