"""A spawned worker whose path differs from its parent's."""
import multiprocessing
import sys

from trainkit import Run


def work(number):
    import helpers_for_workers
    return helpers_for_workers.double(number)


if __name__ == "__main__":
    run = Run("spawned", start_method="spawn", quiet=False)
    for step in run.steps():
        run.log(loss=run.curve())
        if step == run.at:
            with multiprocessing.get_context("spawn").Pool(1) as pool:
                print(pool.map(work, [1, 2, 3]))
    sys.exit(0)
