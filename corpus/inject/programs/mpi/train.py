"""Distributed averaging with mpi4py; arguments: KIND RANK."""
import sys
import time

import numpy
from mpi4py import MPI

comm = MPI.COMM_WORLD
rank, world = comm.Get_rank(), comm.Get_size()
kind, bad = sys.argv[1], int(sys.argv[2])
weights = numpy.ones(8)
if rank == 0:
    print("mpi-sgd: %d workers, %d weights" % (world, weights.size), flush=True)


def local_gradient(step):
    batch = numpy.arange(8.0) + rank
    if rank == bad and step == 12:
        if kind == "shape":
            batch = numpy.arange(9.0)
        elif kind == "key":
            batch = {"x": batch}["inputs"]
        elif kind == "file":
            batch = numpy.load("part-%03d.npy" % rank)
        elif kind == "zero":
            batch = batch / (len(batch) // 9) if len(batch) // 9 else batch * (1 // (len(batch) // 9))
        elif kind == "memory":
            batch = numpy.zeros((1 << 30, 1 << 20))
    return (weights * 0.1 + batch)[:8] / world


for step in range(1, 40):
    gradient = local_gradient(step)
    total = comm.allreduce(gradient, op=MPI.SUM)
    weights -= 0.01 * total
    if rank == 0:
        print("step %3d  |w| %.4f  loss %.5f" % (step, numpy.abs(weights).sum(), float((weights ** 2).mean())),
              flush=True)
    time.sleep(0.01)
