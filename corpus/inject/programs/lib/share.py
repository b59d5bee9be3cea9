"""A network file system in miniature (FUSE): files shard-NNNNN.bin, from the 12th on in trouble.

share.py MODE DIR: io, stale, remote, dead (the server goes away), timeout.
"""
import errno
import os
import stat
import sys

from fusepy import FUSE, FuseOSError, Operations

FAULTS = {"io": errno.EIO, "stale": errno.ESTALE, "remote": errno.EREMOTEIO, "timeout": errno.ETIMEDOUT}
SIZE = 4096


class Share(Operations):
    def __init__(self, mode):
        self.mode = mode

    def getattr(self, path, fh=None):
        if path == "/":
            return {"st_mode": stat.S_IFDIR | 0o755, "st_nlink": 2}
        return {"st_mode": stat.S_IFREG | 0o644, "st_nlink": 1, "st_size": SIZE}

    def readdir(self, path, fh):
        return [".", ".."] + ["shard-%05d.bin" % n for n in range(64)]

    def read(self, path, size, offset, fh):
        if int(path[7:12]) >= 12:
            if self.mode == "dead":
                os._exit(1)
            raise FuseOSError(FAULTS[self.mode])
        return b"\7" * min(size, max(0, SIZE - offset))


FUSE(Share(sys.argv[1]), sys.argv[2], foreground=True, nothreads=True)
