"""A validation split that nothing falls into."""
from trainkit import Run


def mean_loss(batches):
    return sum(sum(b) / len(b) for b in batches) / len(batches)


def train(run):
    rows = [run.rng.random() for _ in range(40)]
    validation = [row for row in rows if row > 2]
    for step in run.steps():
        run.log(loss=run.curve())
        if step == run.at:
            run.info("validating on %d rows" % len(validation))
            run.info("val loss %.4f" % mean_loss([validation[k:k + 8] for k in range(0, len(validation), 8)]))


run = Run("churn-mlp", val_fraction=0.0)
run.main(train)
