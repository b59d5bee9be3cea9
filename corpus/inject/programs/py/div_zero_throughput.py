"""A rate over no elapsed time, inside a worker thread whose result the main thread needs."""
import concurrent.futures

from trainkit import Run


def rate(samples, seconds):
    return samples / float(round(seconds, 1))


def train(run):
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        for step in run.steps():
            speed = pool.submit(rate, 64, 0.24 if step < run.at else 0.012).result()
            run.log(loss=run.curve(), samples_per_s=speed)


run = Run("speed-logger", log_every=1, batch_size=64)
run.main(train)
