"""A native library that aborts inside a Python program."""
import ctypes
import faulthandler

from trainkit import Run

libc = ctypes.CDLL(None)


def train(run):
    for step in run.steps():
        run.log(loss=run.curve())
        if step == run.at:
            block = libc.malloc
            block.restype = ctypes.c_void_p
            address = block(64)
            libc.free(ctypes.c_void_p(address))
            libc.free(ctypes.c_void_p(address))


faulthandler.enable()
run = Run("native-alloc", allocator="malloc")
run.main(train)
