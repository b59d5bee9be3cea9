"""A learning rate schedule with no steps left after the warm-up."""
from trainkit import Run


def factor(step, warmup, total):
    if step < warmup:
        return step / warmup
    return 1 - (step - warmup) / (total - warmup)


def train(run):
    for step in run.steps():
        lr = 3e-4 * factor(step, run.at, run.at)
        run.log(loss=run.curve(), lr=lr)


run = Run("bert-mini", warmup_steps="max", scheduler="linear")
run.main(train)
