"""gpualert-mail as slurmctld and other schedulers call it: mailprog_test.py [CLASS]."""

import os
import pty
import signal
import subprocess
import sys
import time
import unittest

from site_of import GPUALERT_MAIL, TRACEBACK, Site, body, is_private

BEGAN = "Slurm Job_id=7 Name=train Began, Queued time 00:00:07"


class PassOn(Site):
    """What is not about a job reaches the real mailer as it came."""

    def test_any_other_mail_arrives_unchanged(self):
        for arguments, text in (
                (("-s", "Lunch?", "bob@x.org"), b"At noon.\n\xff\x00\n"),
                (("-s", "Job 7 (x) Started", "bob"), b""),
                (("-f", "adm", "root"), b"To: root\nSubject: PBS Server on s\n\nIt is down.\n"),
                (("-t", "-i"), b"To: bob\nSubject: [Condor] Problem\n\nx\n"),
                (("-v", "-s", "x", "bob"), b"y"),
                (("-s", BEGAN, "bob"), b"I forward this.\n")):
            with self.subTest(arguments):
                before = len(os.listdir(self.handed))
                done = self.call(*arguments, text=text)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"", b""))
                got = self.handed_on(before + 1)[-1]
                self.assertEqual(got["argv"], [self.mailer, *arguments])
                self.assertEqual(got["stdin"], text.decode("latin-1"))
        self.assertFalse(self.waiting())

    def test_more_than_we_read_arrives_whole(self):
        text = b"To: bob\nSubject: x\n\n" + b"0123456789abcdef" * (3 << 20)
        self.assertEqual(self.call("-f", "adm", "bob", text=text).returncode, 0)
        self.assertEqual(len(self.handed_on(1)[0]["stdin"]), len(text))

    @unittest.skipIf(os.access("/usr/sbin/sendmail", os.X_OK), "there is a sendmail")
    def test_without_a_channel_and_a_sendmail_all_is_passed_on(self):
        self.configure(channel=False)
        self.assertEqual(self.call("-s", BEGAN, "bob", variables=self.job(7)).returncode, 0)
        self.assertEqual(self.handed_on(1)[0]["argv"], [self.mailer, "-s", BEGAN, "bob"])

    def test_it_has_a_path_and_a_language(self):
        self.call("-s", "x", "bob", text=b"y")
        got = self.handed_on(1)[0]
        self.assertIn("/usr/bin", got["path"])
        self.assertTrue(got["lang"])

    def test_a_status_of_the_mailer_is_ours(self):
        with open(self.mailer, "w") as out:
            out.write("#!/bin/sh\necho no >&2\nexit 75\n")
        done = self.call("-s", "x", "bob", text=b"y")
        self.assertEqual((done.returncode, done.stderr), (75, b"no\n"))

    def test_never_itself(self):
        self.mailer = GPUALERT_MAIL
        self.configure()
        done = self.call("-s", "x", "bob", text=b"y")
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"no mail program to hand this to", done.stderr)

    def test_a_spool_that_cannot_be_used_loses_nothing(self):
        with open(self.state, "w"):
            pass
        done = self.call("-s", BEGAN, "ada@x.org")
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"spool", done.stderr)
        self.assertEqual(self.handed_on(1)[0]["argv"][1:], ["-s", BEGAN, "ada@x.org"])

    def test_but_no_address_becomes_an_option_then(self):
        with open(self.state, "w"):
            pass
        self.assertEqual(self.call("-s", BEGAN, "-evil").returncode, 1)
        self.assertEqual(os.listdir(self.handed), [])


class Accept(Site):
    """A call is written down and its caller let go, whatever it inherited."""

    def test_a_call_says_nothing_and_is_private(self):
        done = self.call("-s", BEGAN, "ada@x.org")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"", b""))
        self.assertEqual(self.mail()["To"], "ada@x.org")
        for name in ("", "calls", "outbox", "worker.0"):
            self.assertTrue(is_private(os.path.join(self.state, name)), name)

    def test_the_worker_keeps_no_descriptor_of_the_caller(self):
        read, write = os.pipe()
        with subprocess.Popen([GPUALERT_MAIL, "-s", BEGAN, "ada"], env=self.environment({}),
                              stdin=subprocess.DEVNULL, stdout=write, stderr=write,
                              pass_fds=[write]) as process:
            os.close(write)
            self.assertEqual(os.read(read, 100), b"")  # slurmctld waits for this
            self.assertEqual(process.wait(), 0)
        os.close(read)
        self.mail()

    def test_closed_standard_descriptors(self):
        done = subprocess.run(["sh", "-c", 'exec "$0" "$@" <&- >&- 2>&-', GPUALERT_MAIL, "-s", BEGAN,
                               "ada"], env=self.environment({}), timeout=60)
        self.assertEqual(done.returncode, 0)
        self.mail()

    def test_a_terminal_is_not_read(self):
        ours, theirs = pty.openpty()
        self.assertEqual(self.call("-s", BEGAN, "ada", stdin=theirs).returncode, 0)
        os.close(theirs)
        os.close(ours)
        self.mail()

    def test_blocked_signals_are_unblocked(self):
        with open(self.mailer, "w") as out:
            out.write("#!/bin/sh\ngrep SigBlk /proc/self/status >" + self.path("blocked") + "\n")
        subprocess.run([sys.executable, "-c",
                        "import os, signal, sys\n"
                        "signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))\n"
                        "os.execv(sys.argv[1], sys.argv[1:])", GPUALERT_MAIL, "-s", "x", "bob"],
                       env=self.environment({}), stdin=subprocess.DEVNULL, timeout=60, check=True)
        with open(self.path("blocked")) as file:
            self.assertEqual(int(file.read().split()[1], 16), 0)

    def test_the_end_of_slurmctld_ends_no_worker(self):
        self.output("slurm-7.out", TRACEBACK)
        ours = self.environment(self.job(7, SLURM_JOB_STATE="TIMEOUT", SLURM_JOB_EXIT_CODE="0"))
        with subprocess.Popen(
                [GPUALERT_MAIL, "-s",
                 "Slurm Job_id=7 Name=train Failed, Run time 00:01:00, TIMEOUT, ExitCode 0", "ada"],
                env=ours, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                start_new_session=True) as process:
            self.assertEqual(process.wait(), 0)
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass  # nobody was left in the group, which is the point
        self.assertIn("train", self.mail()["Subject"])

    def test_a_call_of_a_killed_worker_is_answered_by_the_next(self):
        calls = os.path.join(self.state, "calls")
        self.call("-s", BEGAN, "ada")
        self.mail()
        name = "%020d.99999" % time.time_ns()
        with open(os.path.join(calls, f"{name}~{int(time.time()) + 999}.99999.0.0.gone"), "wb") as out:
            out.write(b"GPAMAIL1\n1\n4\n0\n4:mail2:-s" + b"%d:%s" % (len(BEGAN), BEGAN.encode()) +
                      b"3:bob0:")
        # Its holder was on a host that is not known: nobody takes it before its time.
        self.assertEqual(self.call("--work").returncode, 0)
        self.assertEqual(len(self.waiting()), 1)
        os.rename(os.path.join(calls, self.waiting()[0]), os.path.join(calls, f"{name}~1.9.0.0.gone"))
        self.assertEqual(self.call("--work").returncode, 0)
        self.assertEqual(sorted(m["To"] for m in self.mails(2)), ["ada", "bob"])


class Burst(Site):
    """An array whose tasks all fail at once."""

    settings = "mailprog_workers = 2\n"
    TASKS = 200

    def workers(self):
        found = set()
        for pid in os.listdir("/proc"):
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    words = file.read().split(b"\0")
                with open(f"/proc/{pid}/environ", "rb") as file:
                    ours = self.config.encode() in file.read()
                with open(f"/proc/{pid}/stat") as file:
                    parent = file.read().rsplit(")", 1)[1].split()[1]
            except OSError:
                continue
            if words[:2] == [b"gpualert-mail", b"--worker"] and ours:
                found.add((pid, parent))
        pids = {pid for pid, _ in found}
        return [pid for pid, parent in found if parent not in pids]  # not the children of one

    def test_one_digest_and_no_job_lost(self):
        for task in range(self.TASKS):
            self.output(f"slurm-50_{task}.out", TRACEBACK if task % 4 else "CUDA out of memory\n")
        most = 0
        started = time.monotonic()
        for first in range(0, self.TASKS, 20):
            running = [subprocess.Popen(
                [GPUALERT_MAIL, "-s", f"Slurm Array Task Job_id=50_{task} ({51 + task}) Name=arr "
                 "Failed, Run time 00:00:01, FAILED, ExitCode 1", "ada@x.org"],
                env=self.environment(self.job(51 + task, "arr", SLURM_JOB_STATE="FAILED",
                                              SLURM_JOB_EXIT_CODE="256", SLURM_ARRAY_JOB_ID="50",
                                              SLURM_ARRAY_TASK_ID=str(task),
                                              SLURM_JOB_NODELIST=f"n{task % 2}")),
                stdin=subprocess.DEVNULL) for task in range(first, first + 20)]
            most = max(most, len(self.workers()))
            self.assertEqual([process.wait() for process in running], [0] * 20)
        print(f"{self.TASKS} calls in {time.monotonic() - started:.2f} s", file=sys.stderr)
        self.assertLessEqual(most, 2)
        new = self.path("mail", "new")
        self.wait(lambda: not self.waiting() and os.path.isdir(new) and os.listdir(new), "a digest")
        text = " ".join(body(mail) for mail in self.mails(len(os.listdir(new))))
        mails = len(os.listdir(new))
        # A machine that stops for a second splits the burst; each task is counted once all the same.
        self.assertLess(mails, 20)
        if mails == 1:
            self.assertIn(f"{self.TASKS} tasks of array 50 (arr) failed", text)
            self.assertIn("DIVISION BY ZERO: 150 TASKS", text.upper())
            self.assertIn("n1 (100)", text)
            self.assertIn("ZeroDivisionError: division by zero", text)


def main(argv):
    names = argv[1:] or ["PassOn", "Accept", "Burst"]
    suite = unittest.TestSuite(
        unittest.defaultTestLoader.loadTestsFromTestCase(globals()[name]) for name in names)
    return 0 if unittest.TextTestRunner(verbosity=1).run(suite).wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv))
