"""A native kernel called through ctypes with a wrong pointer, once faulthandler is on."""
import ctypes
import faulthandler

from trainkit import Run


def kernel(address, step):
    return ctypes.string_at(address, 64) if step else b""


def train(run):
    for step in run.steps():
        run.log(loss=run.curve())
        if step == run.at:
            kernel(8, step)


faulthandler.enable()
run = Run("fused-kernels", kernels="ctypes", fallback=False)
run.main(train)
