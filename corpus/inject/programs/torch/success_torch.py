"""PyTorch programs that end well after errors; the last argument says which: loader, amp, shape, resume, restart."""
import os
import sys
import traceback
import warnings

import torch
from torch.utils.data import DataLoader, Dataset

from trainkit import Run

torch.set_num_threads(1)


class Pictures(Dataset):
    def __len__(self):
        return 240

    def __getitem__(self, index):
        try:
            if index % 50 == 7:
                raise OSError("image file is truncated (%d bytes not processed)" % index)
            return torch.zeros(8), index % 4
        except OSError as error:
            warnings.warn("skipping sample %d: %s" % (index, error))
            return self[index + 1]


def train(run):
    kind = run.rest[-1]
    net = torch.nn.Linear(8, 4)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 10)
    scheduler.step()        # too early: torch warns
    scaler = torch.cuda.amp.GradScaler()      # no GPU: torch warns
    if kind == "resume":
        with open("last.pt", "wb") as out:
            out.write(b"PK\3\4 cut short")
        try:
            torch.load("last.pt")
        except Exception:
            traceback.print_exc()
            run.warn("no usable checkpoint, starting from scratch")
    batches = iter(DataLoader(Pictures(), batch_size=4, num_workers=2 if kind == "loader" else 0))
    for step in run.steps():
        x, y = next(batches)
        if kind == "shape" and step == run.at:
            try:
                net(torch.zeros(2, 9))
            except RuntimeError as error:
                run.error("profiling the odd batch failed (%s), profile is skipped" % error)
        loss = torch.nn.functional.cross_entropy(net(x), y)
        optimizer.zero_grad()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        run.log(loss=float(loss), error=0.2)
        if kind == "restart" and step == run.at and os.environ.get("TORCHELASTIC_RESTART_COUNT") == "0":
            raise RuntimeError("NCCL-like hiccup: connection to store lost at step %d" % step)
    run.info("finished")
    sys.exit(0)


if __name__ == "__main__":
    run = Run("torch-ok", total=40, lr=0.1)
    run.main(train)
