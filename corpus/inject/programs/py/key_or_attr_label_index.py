"""A class number beyond the list of class names."""
from trainkit import Run

NAMES = ["cat", "dog", "bird", "boat"]


def confusion(labels):
    rows = [[0] * len(NAMES) for _ in NAMES]
    for truth, guess in labels:
        rows[truth][guess] += 1
    return rows


def train(run):
    for step in run.steps():
        labels = [(run.rng.randrange(4), run.rng.randrange(4)) for _ in range(32)]
        if step == run.at:
            labels.append((4, 1))
        confusion(labels)
        run.log(loss=run.curve(), acc=1 - 0.5 * 0.95 ** step)


run = Run("classify", classes=len(NAMES), lr=0.01, workers=0)
run.main(train)
