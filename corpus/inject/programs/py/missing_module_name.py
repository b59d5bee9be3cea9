"""A name that moved in a newer release."""
from trainkit import Run


def train(run):
    for step in run.steps():
        run.log(loss=run.curve())
        if step == run.at:
            from collections import Mapping
            run.info("isinstance: %s" % isinstance(run.config, Mapping))


run = Run("legacy-config", yaml="configs/base.yaml")
run.main(train)
