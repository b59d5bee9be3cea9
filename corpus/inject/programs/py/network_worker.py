"""A worker that fetches its next task from a queue server over a plain socket, which breaks."""
import socket
import threading

import peers
from trainkit import Run


def train(run):
    kind = run.rest[-1]
    ours, theirs = socket.socketpair()
    for step in run.steps():
        ours.sendall(b"next\n")
        theirs.recv(16)
        if step == run.at:
            run.info("the queue server hands over to its standby")
            if kind == "pipe":
                theirs.close()
                for _ in range(3):
                    ours.sendall(b"next\n" * 1000)
            else:
                with socket.create_connection(("127.0.0.1", peers.reset()), timeout=3) as standby:
                    standby.sendall(b"next task please, with some more\n" * 20)
                    while standby.recv(64):
                        pass
        run.log(loss=run.curve(), tasks=threading.active_count())


run = Run("task-worker", queue="tcp", prefetch=1)
run.main(train)
