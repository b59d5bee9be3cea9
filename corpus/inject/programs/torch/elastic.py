"""torchrun for Debian's torch 1.13 on Python 3.11, whose Std flags cannot be iterated: one function is mended."""
import sys

from torch.distributed import run
from torch.distributed.elastic.multiprocessing import api

original = api.Std.from_str.__func__


def from_str(cls, text):
    return api.Std(int(text)) if text in ("0", "1", "2", "3") else original(cls, text)


api.Std.from_str = classmethod(from_str)
if __name__ == "__main__":
    sys.exit(run.main())
