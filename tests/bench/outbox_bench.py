"""Figures of outbox and deliverer: outbox_bench.py BUILD_DIR flush COUNT | digest COUNT |
backlog COUNT DIR.

flush:   seconds that one deliverer takes for COUNT messages to a local SMTP server; the outbox lies
         below BENCH_OUTBOX (/dev/shm).
digest:  the same with mails_per_hour = 20: 20 messages, and one that names all others.
backlog: fills DIR/outbox with COUNT messages that wait for a later try."""

import email
import email.policy
import json
import os
import re
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
            facts = {**envelope["facts"], "name": run, "host": f"gpu{number % 100:02}",
                     "log": f"gpu{number % 100:02}:/runs/{run}/output.log"}
            json.dump({**envelope, "run": run, "message_id": run + ".1@x", "facts": facts}, file)
        with open(os.path.join(entry, "message.eml"), "wb") as file:
            file.write(text)
    return text


def flush(build, count, limit=0):
    root = tempfile.mkdtemp(prefix="gpualert-bench.", dir=os.environ.get("BENCH_OUTBOX", "/dev/shm"))
    try:
        peer = peers.FaultPeer({})
        state = os.path.join(root, "state")
        text = fill(build, state, count, 0)
        config = os.path.join(root, "config.toml")
        with open(config, "w") as file:
            file.write(f'mails_per_hour = {limit}\n[[channel]]\nname = "mail"\ntype = "smtp"\n'
                       f'host = "127.0.0.1"\nport = {peer.port}\ntls = "none"\n')
        deliver = os.path.join(build, "src/deliver/gpualert-deliver")
        start = time.monotonic()
        subprocess.run([deliver, "--state", state, "--config", config, "--all"], check=True)
        took = time.monotonic() - start
        left = [n for n in os.listdir(os.path.join(state, "outbox")) if n.startswith("run")]
        expected = min(count, limit + 1) if limit else count
        assert len(peer.stored) == expected and not left, (len(peer.stored), len(left))
        if expected < count:
            digest = email.message_from_bytes(peer.stored[-1], policy=email.policy.default)
            text = digest.get_body(("plain",)).get_content()
            assert len(set(re.findall(r"run\d+(?=/output)", text))) == count - limit
            print(f"{count} messages at once: {limit} and a digest of {len(peer.stored[-1])} bytes "
                  f"in {took:.2f} s")
            return
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
    elif what == "digest":
        flush(build_dir, int(number), limit=20)
    else:
        backlog(build_dir, int(number), sys.argv[4])
