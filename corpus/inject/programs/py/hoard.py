"""Keeps more and more in memory; arguments at the end: HOW (list, numpy, pool, child) and MB."""
import concurrent.futures
import subprocess
import sys
import time

from trainkit import Run


def decode(count):
    held = [bytearray(b"v" * (4 << 20)) for _ in range(count)]
    return len(held)


def train(run):
    how, megabytes = run.rest[-2], int(run.rest[-1])
    kept = []
    pool = concurrent.futures.ProcessPoolExecutor(2) if how == "pool" else None
    for step in run.steps():
        if how == "numpy":
            import numpy
            kept.append(numpy.ones((megabytes << 20) // 8 // 20))
        elif how == "list":
            kept.append([float(n) for n in range((megabytes << 20) // 32 // 20)])
        elif how == "pool":
            pool.submit(decode, 1 if step < run.at else megabytes // 4).result()
        elif how == "child" and step == run.at:
            run.info("preprocessing in a child process")
            code = "x = []\nwhile True: x.append(bytearray(b'p' * (8 << 20)))"
            status = subprocess.call([sys.executable, "-c", code])
            run.error("preprocessing ended with status %d" % status)
            sys.exit(1)
        run.log(loss=run.curve(), cached=len(kept))
        time.sleep(0.01)


if __name__ == "__main__":
    run = Run("cache-in-ram", total=80, cache="all")
    run.main(train)
