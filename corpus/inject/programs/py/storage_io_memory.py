"""Reads a mapped region through /proc that is no longer there."""
from trainkit import Run


def peek(address):
    with open("/proc/self/mem", "rb", buffering=0) as memory:
        memory.seek(address)
        return memory.read(64)


def train(run):
    buffer = bytearray(4096)
    for step in run.steps():
        run.log(loss=run.curve(), buffered=len(buffer))
        if step == run.at:
            run.info("snapshotting the replay buffer")
            peek(4096)


run = Run("replay-snapshot", buffer=4096, snapshot="proc")
run.main(train)
