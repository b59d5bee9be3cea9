"""A task of a process pool executor that fails."""
import concurrent.futures

from trainkit import Run


def normalise(values):
    low, high = min(values), max(values)
    return [(v - low) / (high - low) for v in values if v.bit_length() < 20]


def train(run):
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        for step in run.steps():
            rows = [[step, step + 3, 9], [1, 2, 3]] if step != run.at else [[1, 2, 3], [1, 2.5, 3]]
            jobs = [pool.submit(normalise, row) for row in rows]
            run.log(loss=run.curve(), rows=sum(len(job.result()) for job in jobs))


if __name__ == "__main__":
    run = Run("etl", workers=2)
    run.main(train)
