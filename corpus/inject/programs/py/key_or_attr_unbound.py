"""A variable that is only set when the validation ran."""
from trainkit import Run


def epoch(run, step):
    if step % 100 == 0:
        score = run.rng.random()
    if step >= run.at:
        run.info("saving the best model")
        return score
    return None


def train(run):
    for step in run.steps():
        run.log(loss=run.curve(), lr=1e-3 * 0.99 ** step)
        epoch(run, step)


run = Run("vit-s16", patience=5, monitor="val_error", mode="min")
run.main(train)
