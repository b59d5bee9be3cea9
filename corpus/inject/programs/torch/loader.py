"""Training with DataLoader workers; the last argument says what happens in one of them."""
import ctypes
import os
import signal
import time

import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset

from trainkit import Run

torch.set_num_threads(1)


class Pictures(Dataset):
    def __init__(self, kind, bad):
        self.kind, self.bad = kind, bad

    def __len__(self):
        return 400

    def __getitem__(self, index):
        size = 24
        if index == self.bad:
            time.sleep(0.15)
            if self.kind == "decode":
                raise ValueError("cannot decode image_%06d.jpg: unknown marker 0xffd3" % index)
            if self.kind == "file":
                open("images/%06d.png" % index, "rb")
            if self.kind == "annotation":
                return torch.zeros(3, size, size), {"boxes": [1]}["labels"]
            if self.kind == "size":
                size = 25
            if self.kind == "zero":
                return torch.zeros(3, size, size), sum([]) / len([])
            if self.kind == "exit":
                os._exit(3)
            if self.kind == "sigkill":
                os.kill(os.getpid(), signal.SIGKILL)
            if self.kind == "native":
                ctypes.string_at(8)
            if self.kind == "abort":
                os.abort()
            if self.kind == "hang":
                time.sleep(60)
            if self.kind == "memory":
                bytearray(1 << 46)
            if self.kind == "allocator":
                torch.empty(1 << 44, dtype=torch.uint8)
            if self.kind == "rights":
                open("/proc/1/mem", "r+b", buffering=0).write(b"x")
            if self.kind == "module":
                import decord
                decord.VideoReader("x")
            if self.kind == "assert":
                assert index % 2 == 0, "even samples only, got %d" % index
        if self.kind == "big":
            size = 900
        if self.kind == "none":
            return None if index == self.bad else (torch.zeros(3, size, size), 1)
        return torch.zeros(3, size, size), index % 10


class Stream(IterableDataset):
    def __init__(self, bad):
        self.bad = bad

    def __iter__(self):
        for number in range(400):
            if number == self.bad:
                raise ConnectionResetError(104, "Connection reset by peer")
            yield torch.zeros(8), number % 10


def train(run):
    kind = run.rest[-1]
    bad = run.at * 8 + 3
    data = Stream(run.at * 4) if kind == "stream" else Pictures(kind, bad)
    loader = DataLoader(data, batch_size=8 if kind != "stream" else 4, num_workers=2,
                        timeout=4 if kind == "hang" else 0,
                        prefetch_factor=2, persistent_workers=False)
    weight = torch.zeros(10, requires_grad=True)
    counter = run.steps()
    for inputs, labels in loader:
        if next(counter, None) is None:
            break
        loss = (weight[labels] - inputs.mean() - 1).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            weight -= 0.05 * weight.grad
            weight.grad.zero_()
        run.log(loss=float(loss))


if __name__ == "__main__":
    run = Run("loader", total=40, num_workers=2, batch_size=8)
    run.at = 12 + run.seed % 20
    run.main(train)
