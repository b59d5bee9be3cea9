"""A job with a time budget of its own."""
import sys
import time

from trainkit import Run


def train(run):
    began = time.monotonic()
    for step in run.steps():
        run.log(loss=run.curve(), eta_min=(run.total - step) / 60)
        if time.monotonic() - began > 2.5:
            run.warn("time limit of 2.5 s reached after %d of %d steps, stopping before the end" % (step, run.total))
            run.info("checkpoint written, submit again to continue")
            sys.exit(124)


run = Run("budgeted", total=400, max_time="2.5s")
run.main(train)
