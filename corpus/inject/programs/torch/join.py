"""The start of a distributed job, which does not come about. Arguments: KIND RANK WORLD."""
import datetime
import os
import socket
import sys

import torch
import torch.distributed as dist

from trainkit import Run

torch.set_num_threads(1)


def train(run):
    kind, rank, world = run.rest[-3], int(run.rest[-2]), int(run.rest[-1])
    taken = socket.socket()
    taken.bind(("0.0.0.0", 0))
    port = taken.getsockname()[1]
    if kind == "taken":
        taken.listen()
    else:
        taken.close()
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port), RANK=str(rank), WORLD_SIZE=str(world))
    if kind == "variable":
        del os.environ["RANK"]
    elif kind == "name":
        os.environ["MASTER_ADDR"] = "node017.cluster.invalid"
    elif kind == "interface":
        os.environ["GLOO_SOCKET_IFNAME"] = "ib7"
    run.info("initialising process group: rank %d of %d, %s:%s" % (rank, world, os.environ["MASTER_ADDR"], port))
    dist.init_process_group("gloo", timeout=datetime.timedelta(seconds=5))
    run.info("initialised")
    sys.exit(0)


run = Run("multi-node", backend="gloo", init="env://")
run.main(train)
