"""Reaches a limit of the system or of the address space; the last argument says which."""
import json
import mmap
import multiprocessing
import os
import threading
import time

from trainkit import Run


def nap():
    time.sleep(3)


def train(run):
    kind = run.rest[-1]
    kept = []
    for step in run.steps():
        if kind == "files":
            kept.append(open("part-%04d.txt" % step, "w", encoding="ascii"))
        elif kind == "sockets":
            import socket
            kept.append(socket.socketpair())
        elif kind == "threads" and step >= run.at:
            for _ in range(200):
                threading.Thread(target=nap, daemon=True).start()
        elif kind == "processes" and step >= run.at:
            for _ in range(200):
                multiprocessing.Process(target=nap, daemon=True).start()
        elif kind == "fork" and step >= run.at:
            for _ in range(200):
                if os.fork() == 0:
                    time.sleep(3)
                    os._exit(0)
        elif kind == "size":
            with open("trace.bin", "ab") as out:
                out.write(b"t" * 50_000)
        elif kind == "bytes" and step >= run.at:
            kept.append(bytearray(3 << 30))
        elif kind == "array" and step >= run.at:
            import numpy
            kept.append(numpy.zeros((60000, 60000)))
        elif kind == "map" and step >= run.at:
            kept.append(mmap.mmap(-1, 1 << 34))
        elif kind == "text" and step >= run.at:
            kept.append(json.loads("[" + "0.123456789," * 40_000_000 + "1]"))
        elif kind == "frame" and step >= run.at:
            import pandas
            kept.append(pandas.DataFrame({"a": range(10)}).reindex(range(900_000_000)))
        run.log(loss=run.curve(), open=len(kept))


run = Run("limits", total=60, workers="auto")
run.main(train)
