"""One process of a pool dies in native code; the executor reports only that a process is gone."""
import concurrent.futures
import ctypes
import faulthandler

from trainkit import Run


def decode(number, bad):
    faulthandler.enable()
    return len(ctypes.string_at(16, 8)) if number == bad else number


def train(run):
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        for step in run.steps():
            jobs = [pool.submit(decode, step * 4 + k, run.at * 4 + 1) for k in range(4)]
            run.log(loss=run.curve(), decoded=sum(job.result() for job in jobs))


if __name__ == "__main__":
    run = Run("video-decode", workers=2, backend="native")
    run.main(train)
