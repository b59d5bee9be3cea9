"""A healthy run in which many things go wrong and are dealt with; it ends well."""
from trainkit import Run


def train(run):
    for step in run.steps():
        run.log(loss=run.curve(), val_error=0.3 * 0.98 ** step, word_error_rate=12.4 * 0.99 ** step)
    run.info("training finished, best val_error %.3f, 0 failed evaluations" % (0.3 * 0.98 ** run.total))


run = Run("steady-state", fault_tolerant=True, abort_on_nan=False, on_error="retry")
run.main(train)
