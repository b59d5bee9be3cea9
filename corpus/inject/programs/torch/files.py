"""Workers that hand over tensors as file descriptors, more of them than the process may have open."""
import torch
import torch.multiprocessing as mp
from torch.utils.data import DataLoader, Dataset

from trainkit import Run

torch.set_num_threads(1)
mp.set_sharing_strategy("file_descriptor")


class Samples(Dataset):
    def __len__(self):
        return 4000

    def __getitem__(self, index):
        return torch.full((64,), float(index))


def train(run):
    loader, kept = DataLoader(Samples(), batch_size=None, num_workers=2), []
    counter = run.steps()
    for number, batch in enumerate(loader):
        kept.append(batch)
        if number % 20 == 0 and next(counter, None):
            run.log(loss=run.curve(), cached=len(kept))


if __name__ == "__main__":
    run = Run("cache-all", total=60, cache="ram", sharing="file_descriptor")
    run.main(train)
