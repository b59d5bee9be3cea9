"""A tokenizer without an entry for unknown words meets one."""
from trainkit import Run

CORPUS = ["the cat sat on the mat", "a dog ran to the park", "the mat was red", "two cats ran"]


class Tokenizer:
    def __init__(self, texts):
        words = sorted({word for text in texts for word in text.split()})
        self.ids = {word: number for number, word in enumerate(words)}

    def encode(self, text):
        return [self.ids[word] for word in text.split()]


def train(run):
    tokenizer = Tokenizer(CORPUS)
    run.info("vocabulary: %d words" % len(tokenizer.ids))
    for step in run.steps():
        text = CORPUS[step % 4] if step != run.at else "the cat sat under the piano"
        tokenizer.encode(text)
        run.log(loss=run.curve(), ppl=2.718 ** run.curve())


run = Run("lm-small", lr=3e-4, batch_size=8, block_size=64)
run.main(train)
