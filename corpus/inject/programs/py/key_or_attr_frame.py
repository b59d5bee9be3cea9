"""A column that a newer export no longer has."""
import pandas

from trainkit import Run


def load(step, run):
    frame = pandas.DataFrame({"price": [run.rng.random() for _ in range(20)], "qty": range(20),
                              "region": ["eu", "us"] * 10})
    if step == run.at:
        frame = frame.rename(columns={"region": "market"})
    return frame


def train(run):
    for step in run.steps():
        frame = load(step, run)
        means = frame.groupby("qty").price.mean()
        weights = frame["region"].map({"eu": 1.0, "us": 0.8})
        run.log(loss=run.curve(), mape=float((means.mean() * weights).mean()))


run = Run("demand-forecast", horizon=28, engine="gbdt")
run.main(train)
