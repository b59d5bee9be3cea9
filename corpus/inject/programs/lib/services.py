"""Things that go wrong in a job and are dealt with: each really happens, is reported, and the job goes on.

A mishap is called with the run; its name says nothing in the log. Those of AT_END print while the process ends.
"""
import atexit
import json
import logging
import os
import subprocess
import sys
import threading
import time
import traceback
import urllib.request
import warnings


def tracker(run):
    """The experiment tracker is down: a traceback, then offline mode."""
    try:
        urllib.request.urlopen("http://127.0.0.1:9/api/runs", data=b"{}", timeout=2)
    except OSError:
        logging.getLogger("tracker").exception("could not reach the tracking server, logging offline")


def sample(run):
    """A broken sample is skipped."""
    for index, text in enumerate(['{"id": 1, "text": "ok"}', '{"id": 2, "text": "unfin', '{"id": 3}']):
        try:
            json.loads(text)["text"]
        except (ValueError, KeyError) as error:
            run.warn("skipping sample %d of shard_0003.jsonl: %s: %s" % (1204 + index, type(error).__name__, error))


def optional(run):
    """Optional fast kernels are not installed."""
    for module in ("apex", "flash_attn", "xformers"):
        try:
            __import__(module)
        except ImportError as error:
            if module == "apex":
                traceback.print_exc()
            run.warn("%s; falling back to the slow implementation" % error)


def thread(run):
    """A background thread dies of an exception that nobody needs."""
    def report():
        stats = {"cpu": 0.4}
        return stats["gpu_util"]
    worker = threading.Thread(target=report, name="metrics-uploader", daemon=True)
    worker.start()
    worker.join()


def retry(run):
    """A download fails twice, then works."""
    for number in range(3):
        try:
            if number < 2:
                urllib.request.urlopen("http://127.0.0.1:9/vocab.json", timeout=2)
            run.info("vocab.json: 52 kB from mirror-%d" % number)
        except OSError as error:
            run.warn("download of vocab.json failed (%s), retrying in %d s [%d/3]" % (error, 2 ** number, number + 1))
            time.sleep(0.05)


def halve(run):
    """The batch does not fit, is halved, and fits."""
    size = 1 << 20
    try:
        bytearray(size << 28)
    except MemoryError:
        run.warn("MemoryError while allocating a batch of %d, trying %d" % (size, size // 2))
        run.info("batch size finder: using %d" % 64)


def overflow(run):
    """The loss scale finds its level."""
    for scale in (65536, 32768, 16384):
        run.info("Gradient overflow.  Skipping step, loss scaler 0 reducing loss scale to %.1f" % (scale / 2))


def caution(run):
    """Warnings of every kind."""
    warnings.warn("The `lr_scheduler.step()` call before `optimizer.step()` skips the first value of the schedule")
    warnings.warn("pin_memory is set but no accelerator is found, then device pinned memory won't be used.",
                  FutureWarning)
    warnings.warn("error_bad_lines is deprecated and will fail in a future version", FutureWarning)


def evaluator(run):
    """A child process is killed and started again."""
    code = subprocess.call(["/bin/sh", "-c", "kill -9 $$"])
    run.warn("evaluation worker died (exit code %d), restarting it" % code)
    run.info("evaluation worker is up again")


def older(run):
    """The newest checkpoint is cut short; the one before it loads."""
    import pickle
    with open("step_200.pkl", "wb") as out:
        out.write(pickle.dumps({"weights": list(range(300))})[:120])
    try:
        with open("step_200.pkl", "rb") as data:
            pickle.load(data)
    except Exception as error:
        run.error("failed to load step_200.pkl: %s: %s" % (type(error).__name__, error))
        run.info("resuming from step_150.pkl instead")


def cache(run):
    """A cache directory that cannot be made."""
    try:
        os.makedirs("/proc/cache/matplotlib")
    except OSError as error:
        run.warn("cannot create the cache directory (%s), using a temporary one" % error)


def badlog(run):
    """A log call with the wrong arguments: the logging module prints a traceback and goes on."""
    logging.getLogger("eval").warning("accuracy %d of %d", 17)


def hook(run):
    """An atexit hook that fails."""
    def close():
        raise ConnectionError("lost the connection to the metrics daemon while flushing 12 records")
    atexit.register(close)


def finalizer(run):
    """A destructor that fails when the interpreter ends."""
    class Writer:
        def __init__(self):
            self.step = 1

        def __del__(self):
            self.queue.join()
    run.keep.append(Writer())


def leak(run):
    """A shared memory block that nobody unlinks."""
    from multiprocessing import shared_memory
    run.keep.append(shared_memory.SharedMemory(create=True, size=4096))


def coroutine(run):
    """An asyncio task whose exception is never retrieved."""
    import asyncio
    import gc

    async def push():
        raise TimeoutError("push of gauge step_time to 127.0.0.1:9091")

    async def main():
        task = asyncio.create_task(push())
        await asyncio.sleep(0.01)
        del task
        gc.collect()
    asyncio.run(main())


EARLY = {"tracker": tracker, "optional": optional, "retry": retry, "caution": caution, "older": older, "cache": cache}
MID = {"sample": sample, "thread": thread, "halve": halve, "overflow": overflow, "evaluator": evaluator,
       "badlog": badlog,
       "coroutine": coroutine}
AT_END = {"hook": hook, "finalizer": finalizer, "leak": leak}
