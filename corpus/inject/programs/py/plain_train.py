"""An ordinary, healthy training loop.

The last argument is how it deals with signals or ends: default, handler, pool, async, exit, vanish.
"""
import asyncio
import multiprocessing
import os
import signal
import sys
import time

from trainkit import Run


def square(number):
    time.sleep(0.02)
    return number * number


def on_term(number, frame):
    run.warn("received signal %s (%d), writing a checkpoint and leaving" % (signal.Signals(number).name, number))
    sys.exit(128 + number)


async def stream(run):
    for step in run.steps():
        await asyncio.sleep(0.01)
        run.log(loss=run.curve())


def train(run):
    kind = run.rest[-1]
    if kind == "handler":
        signal.signal(signal.SIGTERM, on_term)
        signal.signal(signal.SIGUSR1, on_term)
    if kind == "async":
        asyncio.run(stream(run))
    pool = multiprocessing.Pool(2) if kind == "pool" else None
    for step in run.steps():
        if pool:
            pool.map(square, range(4))
        run.log(loss=run.curve(), error_rate=0.4 * 0.99 ** step)
        if kind == "exit" and step == run.at:
            sys.exit(1)
        if kind == "vanish" and step == run.at:
            os._exit(7)


if __name__ == "__main__":
    run = Run("steady", total=300, optimizer="adam")
    run.at = 20 + run.seed % 30
    run.main(train)
