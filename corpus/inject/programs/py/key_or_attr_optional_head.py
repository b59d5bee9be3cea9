"""The configuration has no head, and the evaluation wants its size."""
from types import SimpleNamespace

from trainkit import Run


def build(config):
    head = SimpleNamespace(size=10) if config.get("head") == "linear" else None
    return SimpleNamespace(body=[0.1] * 64, head=head)


def evaluate(model, run):
    run.info("running evaluation")
    return sum(model.body) / model.head.size


def train(run):
    model = build(run.config)
    for step in run.steps():
        run.log(loss=run.curve(), top1_error=90 * 0.97 ** step)
        if step == run.at:
            evaluate(model, run)


run = Run("resnet-tiny", head="none", epochs=3, label_smoothing=0.1)
run.main(train)
