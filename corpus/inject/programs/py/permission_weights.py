"""Weights that only their owner may read."""
import json

from trainkit import Run


def load(path):
    with open(path, "rb") as weights:
        return json.load(weights)


def train(run):
    run.info("loading pretrained weights")
    load("weights.json")
    for _ in run.steps():
        run.log(loss=run.curve())


run = Run("adapter-tune", rank_of_adapter=8, pretrained="weights.json")
run.main(train)
