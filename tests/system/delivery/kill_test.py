"""Kills the supervisor, the logger and the deliverer at random points of many runs: no report is
lost, and one comes twice only where the deliverer died between a relay's answer and its note of it,
which SMTP cannot tell; then with the same Message-ID. TRIALS runs (ctest: 40; tests/bench/run.sh
kills: 500); SEED repeats a failure."""

import collections
import os
import random
import re
import signal
import subprocess
import time
import unittest

from delivery_test import DeliveryTest, main, needs_server

GPUALERT = os.environ.get("GPUALERT", "")
TRIALS = int(os.environ.get("TRIALS", "40"))
SEED = int(os.environ.get("SEED", "0")) or random.randrange(1, 1 << 30)
PATIENCE = 20  # seconds to wait for what must come


def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            return [int(child) for child in file.read().split()]
    except OSError:
        return []


def words_of(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read().split(b"\0")
    except OSError:
        return []


@needs_server
class Kill(DeliveryTest):
    def setUp(self):
        super().setUp()
        self.chance = random.Random(SEED)
        self.relay = self.server()
        self.smtp(self.relay.port, more='to = "bob@x.org"\n')
        with open(self.config, "r+") as file:
            text = file.read()
            file.seek(0)
            file.write("keep_days = 0\nmails_per_hour = 0\n" + text)
        self.told = collections.Counter()
        self.kinds = {}
        os.mkdir(os.path.join(self.root, "started"))

    def environment(self, extra=None):
        return super().environment({"GPUALERT_CONFIG": self.config, "GPUALERT_STATE_DIR": self.state,
                                    "TMPDIR": self.root, **(extra or {})})

    def deliverers(self):
        state = self.state.encode()
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            words = words_of(pid)
            if state in words and words[0].endswith(b"gpualert-deliver"):
                found.append(int(pid))
        return found

    def wait_for(self, what):
        """The first true answer of `what`; nothing when the run is over before it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            over = self.run_process.poll() is not None
            answer = what()
            if answer or over:
                return answer
        self.fail(f"not there in time (seed {SEED})")

    def victims(self, kind):
        """Whom to kill: the supervisor, its first child (the logger), the deliverer."""
        pid = self.run_process.pid
        if kind == "logger":
            return (self.wait_for(lambda: children(pid)) or [])[:1]
        if kind == "deliverer":
            return self.wait_for(self.deliverers) or []
        if kind == "supervisor and deliverer":
            return [pid, *(self.wait_for(self.deliverers) or [])]
        return [pid]

    def trial(self, number):
        kind = self.chance.choice(
            ["supervisor", "logger", "deliverer", "deliverer", "supervisor and deliverer"])
        self.kinds[number] = kind
        job = f'echo "$GPUALERT_RUN_ID" >{self.root}/started/{number}; exit 3'
        self.run_process = subprocess.Popen(
            [GPUALERT, "run", "--quiet", "--notify-wait", self.chance.choice(["0s", "1s"]), "--name",
             "train", "--", "sh", "-c", job],
            env=self.environment(), start_new_session=True,
            stderr=subprocess.DEVNULL)  # "the logger did not start" and the like
        delay = self.chance.uniform(0, 0.03 if "deliverer" in kind else 0.05)
        victims = self.victims(kind)
        time.sleep(delay)
        for pid in victims:
            try:
                os.kill(pid, signal.SIGKILL)
                self.told[kind] += 1
            except ProcessLookupError:
                pass  # it was over already
        self.run_process.wait(PATIENCE)

    def still_running(self):
        """Loggers and deliverers that outlived their supervisor."""
        marks = [self.state.encode(), self.root.encode()]
        return [pid for pid in filter(str.isdigit, os.listdir("/proc"))
                if any(mark in word for word in words_of(pid) for mark in marks)]

    def describe(self):
        text = []
        for pid in self.still_running():
            wchan = subprocess.run(["sh", "-c", f"cat /proc/{pid}/wchan /proc/{pid}/stat"],
                                   capture_output=True, text=True).stdout
            text.append(f"{pid} {words_of(pid)[:9]} {wchan}")
        return "still running: " + "; ".join(text) + self.log()[-2000:]

    def settle(self):
        end = time.monotonic() + PATIENCE
        while self.still_running():
            self.assertLess(time.monotonic(), end, f"seed {SEED}: {self.describe()}")
            time.sleep(0.02)

    def started(self):
        """Run id of each job that began, and who was killed in its run."""
        runs = {}
        for name in os.listdir(os.path.join(self.root, "started")):
            with open(os.path.join(self.root, "started", name)) as file:
                runs[file.read().strip()] = self.kinds[int(name)]
        runs.pop("", None)
        return runs

    def test_no_report_is_lost_and_none_is_doubled_that_smtp_can_tell(self):
        for number in range(TRIALS):
            self.trial(number)
        self.settle()
        for _ in range(5):
            done = subprocess.run([GPUALERT, "outbox", "flush", "--state", self.state],
                                  env=self.environment(), capture_output=True, text=True, timeout=60)
            if done.returncode == 0:
                break
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        ids = collections.defaultdict(list)
        for _, _, content in self.relay.messages:
            run = re.search(rb"^X-GPUAlert-Run: (\S+)", content, re.M)[1].decode()
            ids[run].append(re.search(rb"^Message-ID: (\S+)", content, re.M)[1])
        lost = {run: kind for run, kind in self.started().items() if run not in ids}
        self.assertEqual(lost, {}, f"{len(lost)} of {TRIALS} lost (seed {SEED})")
        for run, of_run in ids.items():
            self.assertEqual(len(set(of_run)), 1, f"{run} (seed {SEED})")
        doubled = sum(len(of_run) - 1 for of_run in ids.values())
        self.assertLessEqual(doubled, self.told["deliverer"] + self.told["supervisor and deliverer"])
        self.assertEqual((self.waiting(), self.dead()), ([], []))
        self.assertEqual([n for n in os.listdir(self.path("outbox")) if n.startswith(".sent.")], [])
        print(f"{TRIALS} runs, {len(self.started())} jobs began, killed {dict(self.told)}: "
              f"{len(ids)} reports, {doubled} came twice (seed {SEED})")


if __name__ == "__main__":
    main()
