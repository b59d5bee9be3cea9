"""gpualert run in a job whose scheduler is played by the environment and by a scontrol of our own:
during_test.py CLASS. Whatever is waited for has a deadline, and nothing is timed but what is due."""

import email
import email.policy
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

GPUALERT = os.environ["GPUALERT"]
DELIVER = os.environ["DELIVER"]
PATIENCE = 60  # seconds that a loaded machine may take

SCONTROL = """#!/bin/sh
echo call >> "$SCONTROL_CALLS"
sleep "${SCONTROL_SLEEP:-0}"
cat "$SCONTROL_SAYS"
"""


class DuringTest(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.mkdtemp(prefix="gpualert-during.")
        self.addCleanup(shutil.rmtree, self.root, ignore_errors=True)
        self.bin = self.path("bin")
        os.mkdir(self.bin)
        with open(self.bin + "/scontrol", "w") as file:
            file.write(SCONTROL)
        os.chmod(self.bin + "/scontrol", 0o755)
        self.started = []
        self.addCleanup(self.stop_all)

    def path(self, *names):
        return os.path.join(self.root, *names)

    def environment(self, **more):
        return {"PATH": self.bin + ":/usr/bin:/bin", "HOME": self.root, "LANG": "C.UTF-8", "USER": "ada",
                "TMPDIR": self.root, "GPUALERT_LIBEXEC_DIR": os.path.dirname(DELIVER),
                "GPUALERT_SUCCESS_AFTER": "1h",
                "SCONTROL_CALLS": self.path("calls"), "SCONTROL_SAYS": self.path("says"),
                **{key: str(value) for key, value in more.items() if value is not None}}

    def slurm(self, **more):
        return self.environment(SLURM_JOB_ID="4711", SLURM_JOB_NAME="train", **more)

    def start(self, command, environment, *options):
        run = subprocess.Popen([GPUALERT, "run", *options, "/bin/sh", "-c", command], env=environment,
                               cwd=self.root, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True, start_new_session=True)
        self.started.append(run)
        return run

    def forget(self):
        """Removes what the runs left behind; a deliverer may still be at it."""
        shutil.rmtree(self.path(".local"), ignore_errors=True)
        return not os.path.exists(self.path(".local"))

    def stop_all(self):
        for run in self.started:
            self.kill_tree(run)
            run.stderr.close()

    def processes(self, run):
        """All of the run's session, which nothing of it leaves but a deliverer."""
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/stat") as file:
                    fields = file.read().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[3]) == run.pid and fields[0] != "Z":
                found.append(int(name))
        return found

    def kill_tree(self, run):
        while self.processes(run):
            for pid in self.processes(run):
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        if run.returncode is None:
            run.wait(PATIENCE)

    def until(self, is_true, what="it did not become true"):
        deadline = time.monotonic() + PATIENCE
        while True:
            value = is_true()
            if value:
                return value
            if time.monotonic() > deadline:
                self.fail(what)
            time.sleep(0.02)

    def finish(self, run):
        run.wait(PATIENCE)
        self.until(lambda: not self.processes(run), "the run goes on")
        return run.returncode

    def record(self):
        """run.json of the only run, None before it is there."""
        runs = self.path(".local/state/gpualert/runs")
        for directory, _, names in os.walk(runs):
            if "run.json" in names:
                with open(os.path.join(directory, "run.json")) as file:
                    return json.load(file)
        return None

    def outbox(self):
        """The messages that wait, with their envelopes."""
        directory = self.path(".local/state/gpualert/outbox")
        found = []
        for name in sorted(os.listdir(directory)) if os.path.isdir(directory) else []:
            entry = os.path.join(directory, name)
            if name.startswith(".") or name == "dead" or not os.path.isdir(entry):
                continue
            try:
                with open(entry + "/envelope.json") as file:
                    envelope = json.load(file)
                with open(entry + "/message.eml", "rb") as file:
                    found.append((envelope, self.parse(file)))
            except FileNotFoundError:
                pass  # a deliverer has it
        return found

    @staticmethod
    def parse(file):
        return email.message_from_binary_file(file, policy=email.policy.default)

    def mails(self):
        fresh = self.path(".local/state/gpualert/mail/new")
        found = []
        for name in sorted(os.listdir(fresh)) if os.path.isdir(fresh) else []:
            with open(os.path.join(fresh, name), "rb") as file:
                found.append(self.parse(file))
        return found

    def wait_for_mails(self, count):
        self.until(lambda: len(self.mails()) >= count, f"not {count} mails")
        return self.mails()

    def flush(self):
        subprocess.run([GPUALERT, "outbox", "flush"], env=self.environment(), check=True,
                       capture_output=True, timeout=PATIENCE)

    @staticmethod
    def text(mail):
        """Without the line breaks: the text is wrapped."""
        return " ".join(mail.get_body(("plain",)).get_content().split())

    def calls(self):
        try:
            with open(self.path("calls")) as file:
                return len(file.readlines())
        except FileNotFoundError:
            return 0

    @staticmethod
    def limit():
        """SLURM_JOB_END_TIME of a job of an hour that is 4 s old."""
        return int(time.time()) + 3604

    def scontrol_says(self, seconds_left):
        now = int(time.time())
        with open(self.path("says"), "w") as file:
            file.write(f"JobId=4711 JobName=train UserId=ada(1) JobState=RUNNING Reason=None"
                       f" SubmitTime={now - 100} StartTime={now - 3600 + seconds_left}"
                       f" TimeLimit=01:00:00 Partition=gpu NodeList=n[1-2]\n")


class Identity(DuringTest):
    STEP = {"SLURM_STEP_ID": 0, "SLURM_PROCID": 1, "SLURM_STEP_NUM_TASKS": 2, "ENVIRONMENT": "BATCH"}

    def below(self, name):
        """The scheduler's part of the record of a run below a process of this name."""
        shutil.rmtree(self.path(".local"), ignore_errors=True)
        script = f"exec -a '{name}' sh -c '{GPUALERT} run --no-notify true; true'"
        subprocess.run(["/bin/bash", "-c", script], env=self.slurm(**self.STEP), check=True,
                       timeout=PATIENCE)
        return self.record()["scheduler"]

    def test_a_batch_script_has_no_step_whatever_submitted_it(self):
        for key in ("step", "rank", "ntasks"):
            self.assertNotIn(key, self.below("slurmstepd: [4711.batch]"))
        self.assertEqual(self.below("slurmstepd: [4711.0]")["rank"], "1")
        self.assertEqual(self.below("anything")["ntasks"], "2")


class Limit(DuringTest):
    def test_the_nearness_of_the_limit_is_mailed_with_progress_and_estimate(self):
        command = ("for i in 1 2 3; do echo \"step $i/100000 loss 0.5\"; sleep 0.1; done;"
                   f" until [ -e {self.root}/go ]; do sleep 0.05; done")
        run = self.start(command, self.slurm(SLURM_JOB_END_TIME=self.limit()), "--warn-before", "1h")
        (mail,) = self.wait_for_mails(1)
        self.assertRegex(mail["Subject"], r"^LIMIT NEAR train \(job 4711\): (59 min \d+ s|1 h) left, "
                                          r"step 3 of 100000, will not finish, on ")
        self.assertEqual(mail["References"].split("@")[0], "<slurm.4711.ada")
        text = self.text(mail)
        self.assertIn("The scheduler ends the job at ", text)
        self.assertRegex(text, r"Last progress: step 3 of 100000, \S+ s(teps/s|/step), ")
        self.assertIn("still running", text)
        open(self.path("go"), "w").close()
        self.assertEqual(self.finish(run), 0)
        self.assertIn("the time limit was near: ", self.record()["notes"][0])
        self.assertEqual(len(self.mails()), 1)

    def test_what_cannot_be_told_is_not_told(self):
        run = self.start(f"until [ -e {self.root}/go ]; do sleep 0.05; done",
                         self.slurm(SLURM_JOB_END_TIME=self.limit()), "--warn-before", "1h")
        (mail,) = self.wait_for_mails(1)
        self.assertIn("Whether it finishes before that cannot be told: the output counts no steps.",
                      self.text(mail))
        open(self.path("go"), "w").close()
        self.finish(run)

    def test_who_does_not_want_mail_gets_a_note_in_the_record(self):
        for options, more in ((["--no-notify"], {}), ([], {"SLURM_PROCID": 3, "SLURM_STEP_ID": 0}),
                              (["--warn-before", "0"], {}), ([], {"GPUALERT_RUN_ID": "outer"})):
            with self.subTest(options=options, more=more):
                shutil.rmtree(self.path(".local"), ignore_errors=True)
                run = self.start("sleep 5", self.slurm(
                    SLURM_JOB_END_TIME=self.limit(), GPUALERT_WARN_BEFORE="1h", **more), *options)
                self.assertEqual(self.finish(run), 0)
                self.assertEqual(self.mails() + self.outbox(), [])
                self.assertEqual("notes" in self.record(), options == ["--no-notify"])

    def test_slurm_is_asked_beside_the_job(self):
        self.scontrol_says(600)
        run = self.start(f"until [ -e {self.root}/go ]; do sleep 0.05; done", self.slurm())
        job = self.until(lambda: (self.record() or {}).get("job"), "the limit is not known")
        self.assertAlmostEqual(job["limit_ns"] / 1e9, time.time() + 600, delta=PATIENCE)
        self.assertEqual((job["partition"], job["nodes"]), ("gpu", "n[1-2]"))
        self.assertNotIn("state", job)
        open(self.path("go"), "w").close()
        self.assertEqual(self.finish(run), 0)
        self.assertEqual(self.calls(), 1)

    def test_a_slurm_that_does_not_answer_delays_nothing(self):
        self.scontrol_says(600)
        begin = time.monotonic()
        run = self.start("until [ -s calls ]; do sleep 0.05; done; exit 3",
                         self.slurm(SCONTROL_SLEEP=PATIENCE * 2), "--no-notify")
        self.assertEqual(self.finish(run), 3)
        self.assertLess(time.monotonic() - begin, PATIENCE)
        self.assertNotIn("job", self.record())
        self.assertEqual(self.calls(), 1)

    def test_a_job_that_ends_at_once_asks_nobody(self):
        run = self.start("exit 0", self.slurm())
        self.assertEqual(self.finish(run), 0)
        self.assertEqual(self.calls(), 0)

    def test_what_ends_at_the_limit_is_the_time_limit(self):
        run = self.start("echo begun; kill -TERM $$", self.slurm(SLURM_JOB_END_TIME=int(time.time()) + 3))
        self.assertEqual(self.finish(run), -signal.SIGTERM)
        (mail,) = self.wait_for_mails(1)
        self.assertTrue(mail["Subject"].startswith("TIMED OUT train (job 4711)"), mail["Subject"])

    def test_sigterm_long_before_it_is_not(self):
        run = self.start("kill -TERM $$", self.slurm(SLURM_JOB_END_TIME=int(time.time()) + 3600))
        self.assertEqual(self.finish(run), -signal.SIGTERM)
        (mail,) = self.wait_for_mails(1)
        self.assertTrue(mail["Subject"].startswith("CANCELLED train"), mail["Subject"])


class Signals(DuringTest):
    SAVES = ("trap 'echo saved; exit 0' USR1; echo ready;"
             " while :; do sleep 0.05; done")

    def test_the_job_is_signalled_before_its_limit_and_it_is_recorded(self):
        run = self.start(self.SAVES, self.slurm(SLURM_JOB_END_TIME=self.limit()),
                         "--signal-before", "USR1@1h", "--warn-before", "0")
        self.assertEqual(self.finish(run), 0)
        record = self.record()
        (seen,) = record["signals"]
        self.assertEqual((seen["name"], seen["forwarded"], seen["sender_pid"]),
                         ("SIGUSR1", True, record["pids"]["supervisor"]))
        self.assertRegex(record["notes"][0], r"^SIGUSR1 was sent to the job (59 min \d+ s|1 h) before its time limit$")

    def test_a_job_that_is_shorter_than_that_is_left_alone(self):
        run = self.start("sleep 0.6", self.slurm(SLURM_JOB_END_TIME=int(time.time()) + 60),
                         "--signal-before", "TERM@10m", "--warn-before", "0")
        self.assertEqual(self.finish(run), 0)
        self.assertIn("SIGTERM was not sent", self.record()["notes"][0])

    def test_it_is_signalled_by_what_slurm_says(self):
        self.scontrol_says(600)
        run = self.start(self.SAVES, self.slurm(), "--signal-before", "USR1@595")
        self.assertEqual(self.finish(run), 0)
        self.assertEqual(self.record()["signals"][0]["name"], "SIGUSR1")
        self.assertEqual(self.calls(), 1)  # the answer was fresh

    def test_a_bad_value_starts_nothing(self):
        for value, why in (("USR1", "is not a signal and a time"), ("KILL@10m", "no program can react"),
                           ("USR3@1m", "is not a signal and a time"), ("USR1@soon", "is not a duration"),
                           ("USR1@0", "longer than nothing")):
            run = self.start("touch started", self.environment(), "--signal-before", value)
            self.assertEqual(run.wait(PATIENCE), 125)
            self.assertIn(why, run.stderr.read())
            self.assertFalse(os.path.exists(self.path("started")))


class Provisional(DuringTest):
    IGNORES = "trap '' TERM; echo ready > ready; while :; do sleep 0.05; done"
    SLOW = "trap 'sleep 1; exit 1' TERM; echo ready > ready; while :; do sleep 0.05; done"

    def stop(self, command, *options, **more):
        """Starts a job, and sends SIGTERM to gpualert when it is ready."""
        run = self.start(command, self.slurm(**more), *options)
        self.until(lambda: os.path.exists(self.path("ready")))
        os.kill(run.pid, signal.SIGTERM)
        return run, time.monotonic()

    def test_when_all_is_killed_one_report_is_left(self):
        run, stopped = self.stop(self.IGNORES)
        self.until(self.outbox, "no provisional report")
        time.sleep(max(0, stopped + 2.5 - time.monotonic()))  # what KillWait leaves, at the least
        self.kill_tree(run)
        ((envelope, mail),) = self.outbox()
        self.assertGreater(envelope["next_try_ns"], envelope["queued_ns"] + 50e9)
        self.assertRegex(mail["Subject"], r"^PROVISIONAL train \(job 4711\): SIGTERM after .*, "
                                          "the end was not seen, on ")
        self.assertIn("no final report has replaced it", self.text(mail))
        self.assertEqual([s["name"] for s in self.record()["signals"]], ["SIGTERM"])
        self.assertNotIn("ended", self.record())
        self.flush()
        self.assertEqual(len(self.mails()), 1)

    def test_it_is_there_two_seconds_after_sigterm(self):
        run, stopped = self.stop(self.IGNORES)
        self.until(self.outbox, "no provisional report")
        load = os.getloadavg()[0] / os.cpu_count()
        self.assertLess(time.monotonic() - stopped, 2 * max(1, load))
        self.kill_tree(run)

    def test_a_job_that_ends_in_time_has_its_final_report_only(self):
        run, _ = self.stop(self.SLOW)
        self.until(self.outbox, "no provisional report")
        self.assertEqual(self.finish(run), 1)
        self.wait_for_mails(1)
        self.until(lambda: not self.outbox())
        (mail,) = self.mails()
        self.assertRegex(mail["Subject"], r"^[A-Z ]+ train \(job 4711\): ")
        self.assertNotIn("PROVISIONAL", mail["Subject"])
        self.assertEqual(self.record()["ending"], {"exited": 1})

    def test_a_job_that_ends_well_after_all_has_none(self):
        run, _ = self.stop(self.SLOW.replace("exit 1", "exit 0"))
        self.until(self.outbox, "no provisional report")
        self.assertEqual(self.finish(run), 0)
        self.assertEqual(self.outbox() + self.mails(), [])

    def test_a_job_that_ends_at_once_has_no_provisional_one(self):
        run, _ = self.stop("trap - TERM; echo ready > ready; exec sleep 60")
        self.assertEqual(self.finish(run), -signal.SIGTERM)
        (mail,) = self.wait_for_mails(1)
        self.assertTrue(mail["Subject"].startswith("CANCELLED "), mail["Subject"])
        self.assertFalse(os.path.exists(os.path.join(self.record()["path"], "provisional")))

    def test_who_does_not_mail_has_none(self):
        for options, more in ((["--no-notify"], {}), ([], {"SLURM_PROCID": 3, "SLURM_STEP_ID": 0}),
                              ([], {"GPUALERT_RUN_ID": "outer"}), ([], {"SLURM_JOB_ID": None})):
            with self.subTest(options=options, more=more):
                environment = {**self.slurm(**{k: v for k, v in more.items() if v is not None})}
                for name in (k for k, v in more.items() if v is None):
                    del environment[name]
                if os.path.exists(self.path("ready")):
                    os.remove(self.path("ready"))
                run = self.start(self.SLOW, environment, *options)
                self.until(lambda: os.path.exists(self.path("ready")))
                os.kill(run.pid, signal.SIGTERM)
                self.finish(run)
                self.assertFalse(os.path.exists(os.path.join(self.record()["path"], "provisional")))
                self.until(self.forget, "a deliverer goes on")

    def test_no_final_report_is_lost_when_the_provisional_one_went_out(self):
        run, _ = self.stop("trap 'while [ ! -e go ]; do sleep 0.05; done; exit 1' TERM;"
                           " echo ready > ready; while :; do sleep 0.05; done")
        self.until(self.outbox, "no provisional report")
        self.flush()
        self.wait_for_mails(1)
        open(self.path("go"), "w").close()
        self.assertEqual(self.finish(run), 1)
        mails = self.wait_for_mails(2)
        self.assertEqual(sorted("PROVISIONAL" in mail["Subject"] for mail in mails), [False, True])
        self.assertEqual(len({mail["Message-ID"] for mail in mails}), 2)


HOLD = """
import os, time
held = bytearray(60 << 20)
for _ in range(2):
    if os.fork() == 0:
        held = bytearray(os.urandom(1 << 20)) * 90
        break
time.sleep(8)
os._exit(3)
"""


class Memory(DuringTest):
    def test_all_processes_together_held_more_than_the_largest(self):
        with open(self.path("hold.py"), "w") as file:
            file.write(HOLD)
        run = self.start(f"/usr/bin/python3 {self.path('hold.py')}", self.environment(),
                         "--notify", "always")
        self.assertEqual(self.finish(run), 3)
        usage = self.until(lambda: (self.record() or {}).get("usage"))
        self.assertGreater(usage["tree_rss_kib"], (60 + 2 * 90) << 10)
        self.assertLess(usage["max_rss_kib"], (60 + 90 + 40) << 10)
        text = self.until(self.mails)[0].get_body(("plain",)).get_content()
        self.assertRegex(text, r"peak memory +.*largest process.*\n?.*all processes together")


if __name__ == "__main__":
    unittest.main(verbosity=2)
