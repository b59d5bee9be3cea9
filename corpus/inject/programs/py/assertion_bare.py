"""A bare assertion at the end of an epoch."""
from trainkit import Run


def train(run):
    seen = set()
    for step in run.steps():
        batch = {run.rng.randrange(10 ** 6) for _ in range(32)}
        if step == run.at:
            batch |= set(list(seen)[:1])
        assert not batch & seen
        seen |= batch
        run.log(loss=run.curve(), unique=len(seen))


run = Run("dedup-sampler", replacement=False, num_samples=4096)
run.main(train)
