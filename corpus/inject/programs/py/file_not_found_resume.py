"""Resuming from a directory in which the fallback is missing as well."""
import os
import pickle

from trainkit import Run


def newest(folder):
    try:
        with open(os.path.join(folder, "latest.txt"), encoding="utf-8") as name:
            return name.read().strip()
    except FileNotFoundError:
        return sorted(os.listdir(os.path.join(folder, "checkpoints")))[-1]


def train(run):
    run.info("resuming")
    with open(newest("runs/exp42"), "rb") as data:
        pickle.load(data)


run = Run("resume-me", resume="runs/exp42")
run.main(train)
