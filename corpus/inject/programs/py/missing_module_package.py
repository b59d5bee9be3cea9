"""A package that the environment lacks, after one that is optional."""
from trainkit import Run


def train(run):
    try:
        import bitsandbytes
    except ImportError as error:
        run.warn("8-bit optimizers are off: %s" % error)
    run.info("loading the tokenizer")
    from sentencepiece import SentencePieceProcessor
    SentencePieceProcessor("m.model")


run = Run("t5-small", optimizer="adamw8bit")
run.main(train)
