"""Programs that catch, print and go on; the last argument says what they catch."""
import concurrent.futures
import json
import logging
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
import traceback
import unittest

from trainkit import Run


def cell(run, number):
    """A cell of a notebook: some are interrupted, some fail, the kernel goes on."""
    if number == 3:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        time.sleep(5)
    if number == 5:
        return json.loads("{'single': 'quotes'}")
    if number == 7:
        return [1, 2, 3][number]
    return number


def notebook(run, step):
    if step == 1:
        signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        cell(run, step)
    except (Exception, KeyboardInterrupt):
        print("In [%d]:" % step, file=sys.stderr)
        traceback.print_exc()


def halve(run, step):
    if step == 4:
        import numpy
        size = 1 << 44
        while True:
            try:
                numpy.ones(size)
                run.info("fits: batch of %d elements" % size)
                break
            except MemoryError:
                traceback.print_exc()
                run.warn("out of memory with %d elements, halving" % size)
                size >>= 10 if size > 1 << 30 else 4
                if size < 1 << 22:
                    break


def restart(run, step):
    if step in (3, 9):
        code = "import ctypes; ctypes.string_at(8)" if step == 3 else "import os; os.kill(os.getpid(), 9)"
        status = subprocess.run([sys.executable, "-X", "faulthandler", "-c", code], check=False).returncode
        run.error("rollout worker %d died with signal %d; starting a new one" % (step, -status))


def pool_again(run, step):
    if step == 5:
        for attempt in (1, 2):
            with concurrent.futures.ProcessPoolExecutor(1) as pool:
                try:
                    pool.submit(os._exit if attempt == 1 else abs, 3).result()
                except concurrent.futures.process.BrokenProcessPool:
                    traceback.print_exc()
                    run.warn("process pool is broken, making another one (attempt %d)" % attempt)


def background(run, step):
    if step == 6:
        def upload():
            raise PermissionError(13, "Permission denied", "/mnt/archive/run.tar")
        threading.Thread(target=upload, name="archiver").start()
        process = multiprocessing.Process(target=upload, name="archiver-2")
        process.start()
        process.join()


def preflight(run, step):
    if step == 2:
        class Expected(unittest.TestCase):
            def test_connection_refused_is_retried(self):
                with self.assertLogs("net", "ERROR"):
                    logging.getLogger("net").error("Connection refused, retrying")

            @unittest.expectedFailure
            def test_cuda_out_of_memory_is_caught(self):
                self.assertEqual("CUDA out of memory", "")

            @unittest.skip("no GPU: CUDA driver version is insufficient for CUDA runtime version")
            def test_illegal_memory_access(self):
                pass
        unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromTestCase(Expected))


def scale(run, step):
    if step % 4 == 1 and step < 20:
        run.info("OVERFLOW! Rank 0 Skipping step. Attempted loss scale: %d, reducing to %d" % (65536 >> step // 4,
            32768 >> step // 4))
    if step == 11:
        run.warn("grad norm is inf, skipping the update (1 of 3 allowed)")


def save(run, step):
    if step == 8:
        for path in ("/proc/ckpt.pt", "/sys/ckpt.pt", "ckpt.pt"):
            try:
                with open(path, "wb") as out:
                    out.write(b"0" * 100)
                run.info("saved %s" % path)
            except OSError as error:
                logging.getLogger("checkpoint").exception("could not save to %s", path)
                run.error("checkpoint failed: %s; trying the next location" % error)


KINDS = {f.__name__.replace("_", "-"): f for f in (notebook, halve, restart, pool_again, background, preflight, scale,
                                                   save)}


def train(run):
    for step in run.steps():
        KINDS[run.rest[-1]](run, step)
        run.log(loss=run.curve(), top5_error=20 * 0.98 ** step)
    run.info("done: %d steps, checkpoint saved" % run.total)


if __name__ == "__main__":
    run = Run("resilient", retries=3, killed_trials=0)
    run.main(train)
