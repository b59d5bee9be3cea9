"""An estimator is asked for a prediction before it was fitted on this fold, or gets fewer features."""
import numpy
from sklearn.linear_model import SGDClassifier

from trainkit import Run


def train(run):
    generator = numpy.random.default_rng(run.seed)
    model = SGDClassifier(loss="log_loss", random_state=run.seed)
    for step in run.steps():
        x = generator.normal(size=(64, 12))
        y = (x[:, 0] > 0).astype(int)
        if step == run.at:
            y = y + generator.integers(0, 2, size=64) * 2
        model.partial_fit(x, y, classes=[0, 1])
        run.log(loss=run.curve(), accuracy=float(model.score(x, y)))


run = Run("ctr-baseline", penalty="l2", alpha=1e-4)
run.main(train)
