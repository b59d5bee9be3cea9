"""Activations that need more address space than the job may have."""
import torch

from trainkit import Run

torch.set_num_threads(1)


def attention(length):
    query = torch.randn(1, length, 16)
    return torch.softmax(query @ query.transpose(1, 2), dim=-1)


def train(run):
    for step in run.steps():
        length = 64 + 16 * step if step < run.at else 65536
        run.log(loss=run.curve() + 0 * float(attention(length)[0, 0, 0]), seq_len=length)


run = Run("long-context", rope=True, max_len=65536)
run.main(train)
