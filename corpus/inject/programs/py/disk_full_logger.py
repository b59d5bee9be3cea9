"""The log file's volume fills (the logging module only complains); then the final model does not fit either."""
import logging

from trainkit import Run


def train(run):
    handler = logging.FileHandler("runs/debug.log")
    log = logging.getLogger("debugfile")
    log.propagate = False
    log.addHandler(handler)
    for step in run.steps():
        run.log(loss=run.curve())
        log.warning("x" * (900 if step < run.at else 300_000))
        if step == run.at + 1:
            break
    run.info("writing the final model")
    with open("runs/model.bin", "wb") as out:
        out.write(b"m" * 900_000)


run = Run("chatty", log_file="runs/debug.log", level="DEBUG")
run.main(train)
