"""Figures of outbox and deliverer: outbox_bench.py BUILD_DIR flush COUNT | backlog COUNT DIR.

flush:   seconds that one deliverer takes for COUNT messages to a local SMTP server; the outbox lies
         below BENCH_OUTBOX (/dev/shm).
backlog: fills DIR/outbox with COUNT messages that wait for a later try."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../system/delivery"))
import peers  # noqa: E402


def fill(build, state, count, next_try_ns):
    """One message by our own means, the others copies of it under other names."""
    sample = os.path.join(build, "tests/system/delivery/delivery_sample")
    subprocess.run([sample, "enqueue", state, "run", "mail", "ann@x.org", "bob@x.org"], check=True)
    outbox = os.path.join(state, "outbox")
    first = os.path.join(outbox, "run.mail")
    with open(os.path.join(first, "envelope.json")) as file:
        envelope = json.load(file)
    with open(os.path.join(first, "message.eml"), "rb") as file:
        text = file.read()
    shutil.rmtree(first)
    envelope["next_try_ns"] = next_try_ns
    for number in range(count):
        run = f"run{number:06}"
        entry = os.path.join(outbox, f"{run}.mail")
        os.mkdir(entry, 0o700)
        with open(os.path.join(entry, "envelope.json"), "w") as file:
            json.dump({**envelope, "run": run, "message_id": run + ".1@x"}, file)
        with open(os.path.join(entry, "message.eml"), "wb") as file:
            file.write(text)
    return text


def flush(build, count):
    root = tempfile.mkdtemp(prefix="gpualert-bench.", dir=os.environ.get("BENCH_OUTBOX", "/dev/shm"))
    try:
        peer = peers.FaultPeer({})
        state = os.path.join(root, "state")
        text = fill(build, state, count, 0)
        config = os.path.join(root, "config.toml")
        with open(config, "w") as file:
            file.write(f'[[channel]]\nname = "mail"\ntype = "smtp"\n'
                       f'host = "127.0.0.1"\nport = {peer.port}\ntls = "none"\n')
        deliver = os.path.join(build, "src/deliver/gpualert-deliver")
        start = time.monotonic()
        subprocess.run([deliver, "--state", state, "--config", config], check=True)
        took = time.monotonic() - start
        left = [n for n in os.listdir(os.path.join(state, "outbox")) if n.startswith("run")]
        assert len(peer.stored) == count and not left, (len(peer.stored), len(left))
        print(f"{count} messages of {len(text)} bytes in {took:.2f} s: {count / took:.0f} mails/s, "
              f"{peer.sessions} connection(s)")
    finally:
        shutil.rmtree(root)


def backlog(build, count, state):
    later = time.time_ns() + 3600 * 10**9
    fill(build, state, count, later)
    os.utime(os.path.join(state, "outbox", "due"), ns=(later, later))


if __name__ == "__main__":
    build_dir, what, number = sys.argv[1:4]
    if what == "flush":
        flush(build_dir, int(number))
    else:
        backlog(build_dir, int(number), sys.argv[4])
