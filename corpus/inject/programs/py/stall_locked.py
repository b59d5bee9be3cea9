"""Two threads that wait for each other; the last argument says who ends it: dump, guard, none."""
import faulthandler
import os
import sys
import threading
import time

from trainkit import Run

weights, queue = threading.Lock(), threading.Lock()
beat = [time.monotonic()]


def prefetch():
    with queue:
        time.sleep(0.2)
        with weights:
            return


def guard(run, limit):
    while time.monotonic() - beat[0] < limit:
        time.sleep(0.2)
    run.error("no training step for %d s (last step %d), the run is stuck; stopping it" % (limit, run.step))
    faulthandler.dump_traceback(all_threads=True)
    os._exit(75)


def train(run):
    kind = run.rest[-1]
    if kind == "guard":
        threading.Thread(target=guard, args=(run, 3), daemon=True).start()
    for step in run.steps():
        beat[0] = time.monotonic()
        if kind == "dump":
            faulthandler.dump_traceback_later(3, exit=True)
        run.log(loss=run.curve(), queue=4)
        if step == run.at:
            with weights:
                helper = threading.Thread(target=prefetch, daemon=True)
                helper.start()
                time.sleep(0.1)
                if kind == "wait":
                    began = time.monotonic()
                    while not queue.acquire(timeout=1):
                        run.warn("still waiting for the prefetch queue after %d s" % (time.monotonic() - began))
                with queue:
                    run.info("queue emptied")
    sys.exit(0)


run = Run("prefetcher", queue=4, threads=2)
run.main(train)
