"""mails_per_hour and the digest, from outside: digest_test.py CLASS. GPUALERT, DELIVER and SAMPLE
name the programs. SEED repeats a failure."""

import collections
import email
import email.policy
import json
import os
import random
import re
import signal
import subprocess
import time
import unittest

from delivery_test import DeliveryTest, main

GPUALERT = os.environ.get("GPUALERT", "")
SEED = int(os.environ.get("SEED", "0")) or random.randrange(1, 1 << 30)


class DigestCase(DeliveryTest):
    """A Maildir that takes `limit` mails an hour; the sample's digests name runs by their logs."""

    def limit(self, limit, more=""):
        self.configure(f'mails_per_hour = {limit}\n{more}[[channel]]\nname = "mail"\n'
                       f'type = "maildir"\n')

    def mails(self):
        return [email.message_from_bytes(mail, policy=email.policy.default)
                for mail in self.mailbox().values()]

    def split(self):
        """Run of each report, and of each digest its message."""
        reports, digests = [], []
        for mail in self.mails():
            if mail["X-GPUAlert-Status"] == "DIGEST":
                digests.append(mail)
            else:
                reports.append(re.search(r"<(run\d+)", mail["Message-ID"])[1])
        return sorted(reports), digests

    def named(self, digest, kind="plain"):
        text = digest.get_body((kind,)).get_content()
        return re.findall(r"/runs/(run\d+)/output\.log", text)

    def held(self):
        found = []
        for directory, names, _ in os.walk(self.path("outbox", "held")):
            found += [name for name in names if name.endswith(".mail")]
        return sorted(found)

    def stamps(self, name):
        """Files of that name in held/."""
        return [os.path.join(directory, file)
                for directory, _, files in os.walk(self.path("outbox", "held"))
                for file in files if file.startswith(name)]

    def age(self, name, seconds):
        for path in self.stamps(name):
            os.utime(path, (time.time() - seconds,) * 2)

    def deliverers(self):
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    words = file.read().split(b"\0")
            except OSError:
                continue
            if self.state.encode() in words and words[0].endswith(b"gpualert-deliver"):
                found.append((int(pid), words))
        return found

    def end_waiters(self):
        for pid, _ in self.deliverers():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass


class Digest(DigestCase):
    def setUp(self):
        super().setUp()
        self.addCleanup(self.end_waiters)

    def test_above_the_limit_one_digest_names_every_run(self):
        self.limit(3)
        for _ in range(10):
            self.enqueue()
        self.assertEqual(self.deliver(more=["--all"]), 0)
        reports, digests = self.split()
        self.assertEqual(reports, ["run0001", "run0002", "run0003"])
        self.assertEqual(len(digests), 1)
        rest = ["run%04d" % n for n in range(4, 11)]
        self.assertEqual(sorted(self.named(digests[0])), rest)
        self.assertEqual(sorted(self.named(digests[0], "html")), rest)
        self.assertEqual(digests[0]["X-GPUAlert-Runs"], "7")
        self.assertIn("DIGEST 7 runs: ", digests[0]["Subject"])
        self.assertEqual((self.waiting(), self.held(), self.dead()), ([], [], []))

    def test_it_says_that_nothing_is_masked(self):
        for more, said in (("", False), ("redact = false\n", True)):
            with self.subTest(more):
                self.setUp()
                self.limit(1, more)
                for _ in range(3):
                    self.enqueue()
                self.deliver(more=["--all"])
                _, digests = self.split()
                text = digests[0].get_body(("plain",)).get_content()
                self.assertEqual("Secrets are not masked in this mail" in text, said)

    def test_it_waits_for_others_and_then_for_an_hour(self):
        self.limit(1)
        for _ in range(3):
            self.enqueue()
        self.assertEqual(self.deliver(), 0)
        self.assertEqual((len(self.mails()), len(self.held())), (1, 2))
        due = os.stat(self.path("outbox", "due")).st_mtime - time.time()
        self.assertTrue(0 < due < 70, due)
        self.age(".since", 61)
        self.assertEqual(self.deliver(), 0)
        self.assertEqual((len(self.mails()), self.held()), (2, []))
        self.enqueue()
        self.assertEqual(self.deliver(), 0)
        self.age(".since", 61)
        self.assertEqual(self.deliver(), 0)
        self.assertEqual((len(self.mails()), len(self.held())), (2, 1))
        due = os.stat(self.path("outbox", "due")).st_mtime - time.time()
        self.assertTrue(3400 < due < 3610, due)
        self.age(".last.", 3601)
        self.assertEqual(self.deliver(), 0)
        reports, digests = self.split()
        self.assertEqual((reports, [self.named(digest) for digest in digests]),
                         (["run0001"], [["run0002", "run0003"], ["run0004"]]))

    def test_somebody_waits_to_send_it_when_nobody_comes_by(self):
        self.limit(1)
        for _ in range(3):
            self.enqueue()
        self.assertEqual(self.deliver(), 0)
        waiters = [words for _, words in self.deliverers()]
        self.assertEqual(len(waiters), 1, waiters)
        self.assertIn(b"--wait", waiters[0])
        self.assertEqual(self.deliver(), 0)
        self.assertEqual(len(self.deliverers()), 1)
        self.end_waiters()
        self.age(".since", 61)
        self.assertEqual(self.deliver(more=["--wait", "0.2"]), 0)
        self.assertEqual((len(self.mails()), self.held()), (2, []))

    def test_a_waiter_makes_no_directory_again(self):
        self.assertEqual(self.deliver(more=["--wait", "0.1"]), 0)
        self.assertFalse(os.path.exists(self.state))

    def test_without_a_limit_all_are_sent(self):
        self.limit(0)
        for _ in range(25):
            self.enqueue()
        self.assertEqual(self.deliver(), 0)
        self.assertEqual(len(self.mails()), 25)

    def test_each_channel_may_have_its_own(self):
        self.configure(f'mails_per_hour = 2\n'
                       f'[[channel]]\nname = "few"\ntype = "maildir"\npath = "{self.root}/few"\n'
                       f'[[channel]]\nname = "many"\ntype = "maildir"\npath = "{self.root}/many"\n'
                       f'mails_per_hour = 4\n')
        for channel in ("few", "many"):
            for _ in range(5):
                self.enqueue(channel=channel)
        self.assertEqual(self.deliver(), 0)
        self.assertEqual([len(self.mailbox(f"{self.root}/{name}")) for name in ("few", "many")],
                         [2, 4])

    def test_a_message_that_is_tried_again_is_counted_once_and_a_digest_never(self):
        peer = self.peer({"MAIL": "451 4.3.0 later"})
        self.smtp(peer.port, more="")
        with open(self.config, "r+") as file:
            text = file.read()
            file.seek(0)
            file.write("mails_per_hour = 1\n" + text)
        self.enqueue()
        for _ in range(3):
            self.deliver(more=["--all"])
        peer.faults = {}
        self.enqueue()
        self.deliver(more=["--all"])  # the first, and a digest of the second
        self.assertEqual((self.waiting(), self.held(), len(peer.stored)), ([], [], 2))

    def test_a_webhook_gets_counts_and_names(self):
        hook = self.http()
        self.configure(f'mails_per_hour = 1\n[[channel]]\nname = "mail"\ntype = "webhook"\n'
                       f'url = "http://localhost:{hook.port}/hook"\n')
        for _ in range(4):
            self.enqueue()
        self.assertEqual(self.deliver(more=["--all"]), 0)
        bodies = [json.loads(body) for _, _, body in hook.requests]
        self.assertEqual([body["status"] for body in bodies], ["FAILED", "DIGEST"])
        self.assertEqual(bodies[1]["runs"], "3")
        self.assertIn("(3)", bodies[1]["causes"])
        self.assertIn("\nruns: größe", bodies[1]["text"])

    def test_recipients_do_not_mix(self):
        self.limit(1)
        for to in ("ann@x.org", "bob@x.org"):
            for _ in range(3):
                self.enqueue(to=(to,))
        self.assertEqual(self.deliver(more=["--all"]), 0)
        _, digests = self.split()
        self.assertEqual(sorted((digest["To"], len(self.named(digest))) for digest in digests),
                         [("ann@x.org", 2), ("bob@x.org", 2)])

    def test_several_deliverers_keep_to_it_together(self):
        self.limit(5)
        for _ in range(40):
            self.enqueue()
        command = [*self.command(60), "--all"]
        running = [subprocess.Popen(command, env=self.environment()) for _ in range(4)]
        self.assertEqual([process.wait(90) for process in running], [0] * 4)
        self.age(".last.", 3601)
        self.deliver(more=["--all"])
        reports, digests = self.split()
        self.assertLessEqual(len(reports), 5)
        runs = sorted(reports + [run for digest in digests for run in self.named(digest)])
        self.assertEqual(runs, ["run%04d" % n for n in range(1, 41)])


class Commands(DigestCase):
    """gpualert run, outbox list and flush."""

    def setUp(self):
        super().setUp()
        self.addCleanup(self.end_waiters)

    def environment(self, extra=None):
        return super().environment({"GPUALERT_CONFIG": self.config, "GPUALERT_STATE_DIR": self.state,
                                    "TMPDIR": self.root, **(extra or {})})

    def gpualert(self, *command):
        return subprocess.run([GPUALERT, *command], env=self.environment(), capture_output=True,
                              text=True, timeout=60)

    def test_runs_above_the_limit_are_shown_and_flushed_as_a_digest(self):
        self.limit(2)
        for number in range(5):
            done = self.gpualert("run", "--notify-wait", "20s", "--name", f"train-{number}", "--",
                                 "sh", "-c", "exit 3")
            self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual((len(self.mails()), len(self.held())), (2, 3))
        shown = self.gpualert("outbox", "list", "--state", self.state).stdout
        self.assertEqual(len(re.findall(r"^held .* digest ", shown, re.M)), 3, shown)
        self.assertEqual(self.gpualert("outbox", "show", self.held()[0], "--state",
                                       self.state).returncode, 0)
        done = self.gpualert("outbox", "flush", "--state", self.state)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        self.assertIn("Reports above mails_per_hour were named in a digest.\n", done.stdout)
        self.assertEqual(re.findall(r"\(FAILED (train-\d).*\): (.*)", done.stdout),
                         [(f"train-{n}", "named in a digest") for n in (2, 3, 4)])
        _, digests = self.split_by_name()
        text = digests[0].get_body(("plain",)).get_content()
        self.assertEqual(sorted(re.findall(r"train-\d(?=: exited with status 3 after)", text)),
                         ["train-2", "train-3", "train-4"])
        self.assertEqual(self.held(), [])

    def test_flush_writes_no_second_digest_within_the_hour_and_says_so(self):
        self.limit(1)
        for _ in range(2):
            self.enqueue()
        self.assertEqual(self.gpualert("outbox", "flush", "--state", self.state).returncode, 0)
        name = self.enqueue()
        for _ in range(2):
            done = self.gpualert("outbox", "flush", "--state", self.state)
            self.assertEqual((done.returncode, done.stderr), (1, ""))
            self.assertIn(f"{name} (", done.stdout)
            self.assertIn("): held: one digest an hour names the reports above mails_per_hour\n",
                          done.stdout)
        self.assertEqual((len(self.mails()), self.held()), (2, [name]))

    def test_flush_tells_what_was_sent_from_what_is_in_a_digest(self):
        self.limit(2)
        for _ in range(5):
            self.enqueue()
        done = self.gpualert("outbox", "flush", "--state", self.state)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        fates = re.findall(r"^(run\d+)\.mail \(.*\): (.*)$", done.stdout, re.M)
        self.assertEqual(fates, [("run0001", "sent"), ("run0002", "sent")] +
                         [(f"run000{n}", "named in a digest") for n in (3, 4, 5)])

    def test_doctor_counts_what_is_held_back(self):
        self.limit(1)
        for _ in range(4):
            self.enqueue()
        self.deliver()
        done = self.gpualert("doctor", "--no-network", "--json")
        found = {check["what"]: check for check in json.loads(done.stdout)["checks"]}
        self.assertEqual(found["held back"]["level"], "ok")
        self.assertRegex(found["held back"]["words"], r"/held: 3 above mails_per_hour")
        self.assertRegex(found["outbox"]["words"], "empty$")

    def split_by_name(self):
        mails = self.mails()
        return ([mail for mail in mails if mail["X-GPUAlert-Status"] != "DIGEST"],
                [mail for mail in mails if mail["X-GPUAlert-Status"] == "DIGEST"])


class Kill(DigestCase):
    def test_whoever_is_killed_each_run_comes_to_its_reader_once(self):
        """While reports come in, deliverers are killed at random moments of sending, holding and
        writing digests."""
        self.limit(3)
        chance = random.Random(SEED)
        expected = set()
        for _ in range(int(os.environ.get("TRIALS", "30"))):
            for _ in range(chance.randrange(4)):
                expected.add(self.enqueue().split(".")[0])
            process = subprocess.Popen([*self.command(20), "--all"], env=self.environment())
            time.sleep(chance.uniform(0, 0.05))
            process.send_signal(signal.SIGKILL)
            process.wait()
            self.end_waiters()
            self.age(".last.", 3601)
        for _ in range(3):
            self.age(".last.", 3601)
            self.deliver(deadline=30, more=["--all"])
        ids = collections.defaultdict(set)
        for mail in self.mails():
            digest = mail["X-GPUAlert-Status"] == "DIGEST"
            runs = self.named(mail) if digest else [re.search(r"<(run\d+)", mail["Message-ID"])[1]]
            self.assertEqual(len(runs), len(set(runs)), f"seed {SEED}")
            for run in runs:
                ids[run].add(mail["Message-ID"])
        self.assertEqual(set(ids), expected, f"seed {SEED}")
        self.assertEqual({run: of_run for run, of_run in ids.items() if len(of_run) > 1}, {},
                         f"seed {SEED}")
        reports, _ = self.split()
        self.assertLessEqual(len(reports), 3)
        self.assertEqual((self.waiting(), self.held(), self.dead()), ([], [], []))
        left = [n for n in os.listdir(self.path("outbox", "held"))
                if not n.startswith((".last.", ".turn", ".clock"))]
        self.assertEqual(left, [], f"seed {SEED}")


if __name__ == "__main__":
    main()
