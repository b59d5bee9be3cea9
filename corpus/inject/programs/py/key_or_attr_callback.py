"""A plug-in with the signature of an older release, called through three layers."""
import functools

from trainkit import Run


class Callbacks:
    def __init__(self):
        self.hooks = {"on_step_end": [], "on_epoch_end": []}

    def fire(self, event, *args, **kwargs):
        for hook in self.hooks[event]:
            hook(*args, **kwargs)


def progress(run, step, logs):
    run.log(**logs)


def checkpoint(run, step):
    run.info("checkpoint at step %d" % step)


def train(run):
    calls = Callbacks()
    calls.hooks["on_step_end"].append(functools.partial(progress, run))
    calls.hooks["on_epoch_end"].append(functools.partial(checkpoint, run))
    for step in run.steps():
        calls.fire("on_step_end", step, logs={"loss": run.curve(), "ema_loss": run.curve()})
        if step == run.at:
            calls.fire("on_epoch_end", step, logs={"val_loss": run.curve()})


run = Run("callbacks-demo", save_every="epoch", precision="32")
run.main(train)
