"""Data-parallel training over gloo. Arguments at the end: KIND RANK WORLD.

KIND says what happens on that rank; without RANK in the environment the program spawns WORLD processes itself.
"""
import ctypes
import datetime
import math
import os
import signal
import socket
import sys
import time

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn

from trainkit import Run

torch.set_num_threads(1)


class Net(nn.Module):
    def __init__(self, kind, mine):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(16, 32), nn.ReLU())
        self.head = nn.Linear(32, 4)
        self.extra = nn.Linear(32, 4) if kind == "unused" else None
        if kind == "layers" and mine:
            self.more = nn.Linear(4, 4)

    def forward(self, x):
        return self.head(self.body(x))


def trouble(kind, run, step, rank, net, x):
    """What happens on the chosen rank at the chosen step."""
    if kind == "key":
        return {"train": 0, "val": 1}["test" if step else "train"]
    if kind == "file":
        return open("shards/rank%d_%05d.bin" % (rank, step), "rb")
    if kind == "zero":
        batches = [b for b in range(rank) if b > 99]
        return sum(batches) / len(batches)
    if kind == "assert":
        assert x.abs().max() < 1, "batch %d of rank %d is not normalised: max %.2f" % (step, rank, float(x.abs().max()))
    if kind == "shape":
        return net(torch.randn(8, 20))
    if kind == "type":
        return net(x.double())
    if kind == "memory":
        return torch.empty(1 << 46)
    if kind == "state":
        return net.load_state_dict({"head.weight": torch.zeros(5, 32)})
    if kind == "sigkill":
        os.kill(os.getpid(), signal.SIGKILL)
    if kind == "segv":
        ctypes.string_at(8)
    if kind == "abort":
        os.abort()
    if kind == "leave":
        os._exit(1)
    if kind == "hang":
        time.sleep(40)
    if kind == "module":
        import horovod.torch
        return horovod.torch.rank()
    if kind == "space":
        return open("runs/rank%d.pt" % rank, "wb").write(bytes(3_000_000))
    if kind == "nan":
        return None
    if kind == "runtime":
        raise RuntimeError("rank %d: sampler returned an empty batch at step %d" % (rank, step))
    return None


def worker(rank, world, kind, bad, argv):
    sys.argv = argv
    run = Run("ddp", quiet=rank != 0, total=30, world_size=world, backend="gloo")
    dist.init_process_group("gloo", rank=rank, world_size=world, timeout=datetime.timedelta(seconds=6))
    torch.manual_seed(run.seed + rank)
    net = nn.parallel.DistributedDataParallel(Net(kind, rank == bad))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    for step in run.steps():
        x = torch.randn(8, 16)
        if step == run.at and rank == bad:
            trouble(kind, run, step, rank, net, x)
            if kind == "nan":
                x = x / 0 * 0
        loss = net(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if kind == "nan" and not math.isfinite(float(loss)):
            raise FloatingPointError("[rank %d] loss is nan at step %d" % (rank, step))
        if rank == 0:
            run.log(loss=float(loss))
    dist.barrier()
    run.info("rank %d done" % rank)


if __name__ == "__main__":
    kind, bad, world = sys.argv[-3], int(sys.argv[-2]), int(sys.argv[-1])
    if "RANK" in os.environ:
        worker(int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"]), kind, bad, sys.argv)
    else:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(probe.getsockname()[1]))
        mp.spawn(worker, (world, kind, bad, sys.argv), nprocs=world)
