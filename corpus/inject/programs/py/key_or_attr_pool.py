"""An exception in a pool's worker, with the remote traceback in front of the local one."""
import multiprocessing

from trainkit import Run


def featurize(record):
    return len(record["title"]) + len(record["abstract"])


def train(run):
    with multiprocessing.get_context("fork").Pool(2) as pool:
        for step in run.steps():
            records = [{"title": "a" * k, "abstract": "b" * k} for k in range(6)]
            if step == run.at:
                del records[4]["abstract"]
            run.log(loss=run.curve(), tokens=sum(pool.map(featurize, records)))


if __name__ == "__main__":
    run = Run("pubmed-prep", processes=2, chunk=6)
    run.main(train)
