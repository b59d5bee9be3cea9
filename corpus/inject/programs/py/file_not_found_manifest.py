"""The manifest of a data set lies elsewhere."""
from trainkit import Run


def load(path):
    with open(path, encoding="utf-8") as lines:
        return [line.split("\t") for line in lines]


def train(run):
    run.info("building data sets")
    load("/datasets/librispeech/train-clean-100.tsv")


run = Run("wav2vec-base", data="/datasets/librispeech", max_tokens=1400000)
run.main(train)
