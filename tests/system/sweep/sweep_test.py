"""Runs that died with everything around them are finished by `gpualert sweep`, or by the next run:
once each, with the cause from the log. GPUALERT names the program."""

import email
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
PATIENCE = 60  # seconds to wait for what must come
OOM = "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB"


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return [int(child) for child in file.read().split()]


class SweepTest(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.mkdtemp(prefix="gpualert-sweep.")
        self.addCleanup(shutil.rmtree, self.root, True)
        self.state = os.path.join(self.root, "state")
        self.runs = os.path.join(self.state, "runs")
        self.environment = {"PATH": os.environ["PATH"], "HOME": self.root, "TMPDIR": self.root,
                            "GPUALERT_STATE_DIR": self.state}
        self.started = []
        self.addCleanup(self.stop)

    def stop(self):
        for process in self.started:
            process.kill()
            process.wait()

    def wait_for(self, what, message):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            answer = what()
            if answer:
                return answer
            time.sleep(0.01)
        self.fail(message)

    def marks(self):
        try:
            return [n for n in os.listdir(os.path.join(self.runs, ".open")) if ".tmp" not in n]
        except FileNotFoundError:
            return []

    def run_dirs(self):
        found = []
        for at, _, files in os.walk(self.runs):
            if "run.json" in files:
                found.append(at)
        return sorted(found)

    def record(self, run_dir):
        with open(os.path.join(run_dir, "run.json")) as file:
            return json.load(file)

    def mails(self):
        new = os.path.join(self.state, "mail", "new")
        return sorted(os.listdir(new)) if os.path.isdir(new) else []

    def start(self, *options, script=f"echo '{OOM}'; exec sleep 1000", prefix=()):
        """A run that is marked as open, and whose output is in its log."""
        before = set(self.marks())
        process = subprocess.Popen([*prefix, GPUALERT, "run", *options, "sh", "-c", script],
                                   env=self.environment, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        self.started.append(process)
        mark = self.wait_for(lambda: set(self.marks()) - before, "no mark").pop()
        with open(os.path.join(self.runs, ".open", mark)) as file:
            run_dir = file.read().split("\0")[0]
        log = os.path.join(run_dir, "output.log")
        self.wait_for(lambda: os.path.getsize(log) > 0, "nothing logged")
        self.wait_for(lambda: self.record(run_dir)["pids"]["command"], "the record knows no job")
        return process, run_dir

    def kill_all(self, process, run_dir):
        """Supervisor, logger and job at once, as a cgroup does."""
        pids = self.record(run_dir)["pids"]
        victims = [pids["supervisor"], pids["logger"], pids["command"]]
        for what in (signal.SIGSTOP, signal.SIGKILL):
            for pid in victims:
                os.kill(pid, what)
        process.wait()
        self.wait_for(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in victims),
                      "they do not die")

    def sweep(self, *options):
        return subprocess.run([GPUALERT, "sweep", *options], env=self.environment,
                              capture_output=True, text=True, timeout=PATIENCE)

    def check_finished(self, run_dir, mails=1):
        record = self.record(run_dir)
        self.assertIn("unknown", record["ending"])
        with open(os.path.join(run_dir, "verdict.json")) as file:
            self.assertEqual(json.load(file)["cause"], "cuda_oom")
        self.wait_for(lambda: len(self.mails()) >= mails, "no report")  # another sweep may be at it
        self.assertEqual(len(self.mails()), mails)
        self.assertEqual(self.marks(), [])


class Dead(SweepTest):
    def test_a_run_that_was_killed_with_all_of_ours_is_reported_once_with_its_cause(self):
        run_dir = self.killed()
        done = self.sweep()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn(": finished (its processes are gone): GPU out of memory", done.stdout)
        self.check_finished(run_dir)
        again = self.sweep()
        self.assertEqual((again.returncode, again.stdout), (0, "No run is open.\n"))
        self.check_finished(run_dir)

    def killed(self, *options):
        process, run_dir = self.start(*options)
        self.kill_all(process, run_dir)
        return run_dir

    def test_the_report_masks_what_the_settings_say(self):
        self.environment["GPUALERT_REDACT_KEYS"] = "MY_*"
        process, run_dir = self.start(script=f"echo 'MY_KEY=zq8Kx {OOM}'; exec sleep 1000")
        self.kill_all(process, run_dir)
        self.sweep()
        self.check_finished(run_dir)
        with open(os.path.join(self.state, "mail", "new", self.mails()[0])) as file:
            mail = file.read()
        self.assertNotIn("zq8Kx", mail)
        self.assertIn("[masked]", mail)

    def test_its_end_is_when_it_last_gave_a_sign(self):
        run_dir = self.killed()
        log = os.path.join(run_dir, "output.log")
        start = self.record(run_dir)["started"]["wall_ns"]
        for name in ("run.json", "output.log", "output.idx"):
            os.utime(os.path.join(run_dir, name), ns=(start + 7_000_000_000,) * 2)
        self.assertTrue(os.path.exists(log))
        self.sweep()
        self.assertEqual(self.record(run_dir)["duration_ns"], 7_000_000_000)

    def test_dry_run_and_json_change_nothing_and_say_all(self):
        run_dir = self.killed()
        before = open(os.path.join(run_dir, "run.json")).read()
        done = self.sweep("--dry-run", "--json")
        self.assertEqual(done.returncode, 0)
        (one,) = json.loads(done.stdout)["runs"]
        self.assertEqual((one["path"], one["state"]), (run_dir, "dead"))
        self.assertEqual(open(os.path.join(run_dir, "run.json")).read(), before)
        self.assertEqual((len(self.marks()), self.mails()), (1, []))
        (one,) = json.loads(self.sweep("--json").stdout)["runs"]
        self.assertEqual((one["state"], one["cause"]), ("finished", "cuda_oom"))

    def test_it_is_reported_as_its_own_command_line_said(self):
        run_dir = self.killed("--no-notify")
        self.assertEqual(self.sweep().returncode, 0)
        self.check_finished(run_dir, mails=0)

    def test_many_sweeps_at_once_report_it_once(self):
        run_dir = self.killed()
        sweeps = [subprocess.Popen([GPUALERT, "sweep"], env=self.environment,
                                   stdout=subprocess.DEVNULL) for _ in range(8)]
        for process in sweeps:
            process.wait(PATIENCE)
        self.sweep()
        self.check_finished(run_dir)

    def test_one_without_a_mark_is_found_too_and_once(self):
        run_dir = self.killed()
        shutil.rmtree(os.path.join(self.runs, ".open"))
        sweeps = [subprocess.Popen([GPUALERT, "sweep"], env=self.environment,
                                   stdout=subprocess.DEVNULL) for _ in range(8)]
        for process in sweeps:
            process.wait(PATIENCE)
        self.sweep()
        self.check_finished(run_dir)

    def test_a_later_process_of_its_pid_is_not_taken_for_it(self):
        run_dir = self.killed()
        later = subprocess.Popen(["sleep", "1000"])
        self.started.append(later)
        record = self.record(run_dir)
        record["pids"]["supervisor"] = later.pid
        with open(os.path.join(run_dir, "run.json"), "w") as file:
            json.dump(record, file)
        self.assertIn("finished", self.sweep().stdout)
        self.check_finished(run_dir)

    def test_the_next_run_has_it_swept(self):
        run_dir = self.killed()
        subprocess.run([GPUALERT, "run", "true"], env=self.environment, check=True,
                       timeout=PATIENCE)
        self.wait_for(self.mails, "no report")
        self.wait_for(lambda: not self.marks(), "the mark stays")
        self.check_finished(run_dir)

    def test_a_sweep_that_was_killed_at_work_is_taken_over(self):
        run_dir = self.killed()
        (mark,) = self.marks()
        open_dir = os.path.join(self.runs, ".open")
        # What a killed one leaves: the mark under the name of a process that is gone.
        gone = subprocess.Popen(["true"])
        gone.wait()
        boot = open("/proc/sys/kernel/random/boot_id").read()[:8]
        space = os.readlink("/proc/self/ns/pid").split("[")[1].rstrip("]")
        lease = f"{int(time.time()) + 600}.{gone.pid}.{boot}.{space}.{os.uname().nodename[:40]}"
        os.rename(os.path.join(open_dir, mark), os.path.join(open_dir, f"{mark}~{lease}"))
        self.assertIn("finished", self.sweep().stdout)
        self.check_finished(run_dir)


class Living(SweepTest):
    def test_a_run_that_goes_on_is_left_alone(self):
        go = os.path.join(self.root, "go")
        process, run_dir = self.start(
            "--notify", "always", script=f"echo '{OOM}'; until [ -e {go} ]; do sleep 0.05; done; exit 3")
        before = open(os.path.join(run_dir, "run.json")).read()
        done = self.sweep()
        self.assertEqual(done.returncode, 0)
        self.assertIn(": live (its processes live)", done.stdout)
        self.assertEqual(open(os.path.join(run_dir, "run.json")).read(), before)
        open(go, "w").close()
        self.assertEqual(process.wait(PATIENCE), 3)
        self.wait_for(self.mails, "no report of its own")
        self.assertEqual(self.record(run_dir)["ending"], {"exited": 3})
        self.assertEqual(self.marks(), [])
        self.assertEqual(self.sweep().stdout, "No run is open.\n")
        self.assertEqual(len(self.mails()), 1)

    def test_the_logger_of_a_killed_supervisor_is_at_work(self):
        process, run_dir = self.start()
        pids = self.record(run_dir)["pids"]
        os.kill(pids["logger"], signal.SIGSTOP)
        os.kill(pids["supervisor"], signal.SIGKILL)
        process.wait()
        self.assertIn(": live", self.sweep().stdout)
        os.kill(pids["logger"], signal.SIGCONT)
        self.wait_for(self.mails, "no report of the logger")
        self.wait_for(lambda: not self.marks(), "the mark stays")
        self.sweep()
        self.assertEqual(len(self.mails()), 1)


def other_hosts():
    return subprocess.run(["unshare", "-rnu", "true"], capture_output=True).returncode == 0


@unittest.skipUnless(other_hosts(), "no namespaces")
class Elsewhere(SweepTest):
    def test_a_run_of_another_host_is_dead_only_when_it_was_silent_for_a_day(self):
        script = 'echo node7 >/proc/sys/kernel/hostname 2>/dev/null || hostname node7; exec "$@"'
        process, run_dir = self.start(prefix=("unshare", "-rnu", "sh", "-c", script, "sh"))
        self.assertEqual(self.record(run_dir)["host"], "node7")
        self.kill_all(process, run_dir)
        done = self.sweep()
        self.assertIn(": unknown (it is of node7, and it was silent for", done.stdout)
        self.assertEqual((self.mails(), len(self.marks())), ([], 1))
        yesterday = time.time() - 25 * 3600
        for name in ("run.json", "output.log", "output.idx"):
            os.utime(os.path.join(run_dir, name), (yesterday, yesterday))
        self.assertIn(": finished (it is of node7", self.sweep().stdout)
        self.check_finished(run_dir)


# What Slurm says of job 7, to whoever asks.
SCONTROL = """#!/bin/sh
case "$*" in
"show config") echo "Configuration data"; echo "ClusterName             = test";;
*) echo "JobId=7 JobName=train UserId=ada(4242) Restarts={restarts} JobState=FAILED Reason=None ExitCode=0:9 \
SubmitTime={start} StartTime={start} EndTime={end} TimeLimit=01:00:00 NodeList={node} BatchHost={node} \
WorkDir={home} StdErr={output} StdOut={output}";;
esac
"""


class Jobs(SweepTest):
    """A job of Slurm that `gpualert slurm` is asked about, while others come by."""

    def setUp(self):
        super().setUp()
        self.output = os.path.join(self.root, "slurm-7.out")
        with open(self.output, "w") as file:
            file.write(OOM + "\n")
        self.environment["PATH"] = self.root + ":" + self.environment["PATH"]
        self.environment["GPUALERT_TO"] = "ada@x.org"
        self.scontrol()

    def scontrol(self, restarts=0, ended=None):
        ended = int(ended or time.time())
        path = os.path.join(self.root, "scontrol")
        with open(path, "w") as file:
            file.write(SCONTROL.format(restarts=restarts, start=ended - 60, end=ended,
                                       node=os.uname().nodename, home=self.root,
                                       output=self.output))
        os.chmod(path, 0o755)

    def dead(self):
        self.environment.update(SLURM_JOB_ID="7", SLURM_CLUSTER_NAME="test")
        process, run_dir = self.start()
        self.kill_all(process, run_dir)
        for name in ("SLURM_JOB_ID", "SLURM_CLUSTER_NAME"):
            del self.environment[name]
        return run_dir

    def slurm(self):
        return subprocess.run([GPUALERT, "slurm", "7"], env=self.environment, text=True,
                              capture_output=True, timeout=PATIENCE)

    def message_ids(self):
        new = os.path.join(self.state, "mail", "new")
        found = []
        for name in self.mails():
            with open(os.path.join(new, name), "rb") as file:
                found.append(email.message_from_binary_file(file)["Message-ID"])
        return found

    def test_a_job_is_reported_once_however_often_it_is_asked_about(self):
        watchers = [subprocess.Popen([GPUALERT, "slurm", "7"], env=self.environment,
                                     stdout=subprocess.DEVNULL) for _ in range(4)]
        for process in watchers:
            self.assertEqual(process.wait(PATIENCE), 1)
        again = self.slurm()
        self.assertIn("reported already, by another gpualert", again.stdout)
        (message_id,) = self.message_ids()
        self.assertTrue(message_id.startswith("<slurm-test-job7.1@"), message_id)

    def test_another_attempt_and_an_older_job_of_that_number_are_others(self):
        self.assertIn("reported: ", self.slurm().stdout)
        self.scontrol(restarts=1)
        self.assertIn("reported: ", self.slurm().stdout)
        self.scontrol(ended=time.time() - 86400)
        self.assertIn("reported: ", self.slurm().stdout)
        self.assertEqual(len(set(self.message_ids())), 2)  # of the older one the same, as it must be
        self.assertEqual(len(self.mails()), 3)

    def test_others_than_those_who_were_told_get_theirs(self):
        self.assertIn("reported: ", self.slurm().stdout)
        self.environment["GPUALERT_TO"] = "bob@x.org"
        self.assertIn("reported: ", self.slurm().stdout)

    def test_sweeps_and_watchers_of_a_dead_run_report_it_once(self):
        run_dir = self.dead()
        processes = [subprocess.Popen([GPUALERT, *command], env=self.environment,
                                      stdout=subprocess.DEVNULL)
                     for command in (["sweep"], ["slurm", "7"]) * 4]
        for process in processes:
            process.wait(PATIENCE)
        self.sweep()
        self.assertIn("gpualert run keeps its log and reports", self.slurm().stdout)
        self.wait_for(self.mails, "no report")
        (message_id,) = self.message_ids()
        self.assertTrue(message_id.startswith("<slurm-test-job7.1@"), message_id)
        with open(os.path.join(run_dir, "verdict.json")) as file:
            self.assertEqual(json.load(file)["cause"], "cuda_oom")
        self.assertEqual(self.marks(), [])

    def test_each_of_several_dead_runs_of_a_job_has_a_report_of_its_own(self):
        self.environment.update(SLURM_JOB_ID="7", SLURM_CLUSTER_NAME="test")
        runs = [self.start(), self.start()]
        for process, run_dir in runs:
            self.kill_all(process, run_dir)
        self.assertEqual(self.sweep().stdout.count(": finished"), 2)
        self.wait_for(lambda: len(self.mails()) == 2, "not both reports")
        self.assertEqual(len(set(self.message_ids())), 2)

    def test_a_run_of_the_job_that_ended_well_before_is_none_of_it(self):
        subprocess.run([GPUALERT, "run", "sleep", "0.1"], timeout=PATIENCE, check=True,
                       env={**self.environment, "SLURM_JOB_ID": "7", "SLURM_CLUSTER_NAME": "test"})
        self.dead()
        self.sweep()
        self.wait_for(self.mails, "no report")
        (message_id,) = self.message_ids()
        self.assertTrue(message_id.startswith("<slurm-test-job7.1@"), message_id)

    def test_a_run_that_still_lives_is_left_alone(self):
        self.environment.update(SLURM_JOB_ID="7", SLURM_CLUSTER_NAME="test")
        self.start()
        self.assertIn("gpualert run keeps its log and reports", self.slurm().stdout)
        self.assertEqual((self.mails(), len(self.marks())), ([], 1))

    def test_a_dead_run_that_was_told_of_is_completed_in_silence(self):
        for finish in (self.slurm, self.sweep):
            run_dir = self.dead()
            open(os.path.join(run_dir, "reported"), "w").close()
            finish()
            self.assertIn("ending", self.record(run_dir))
            with open(os.path.join(run_dir, "verdict.json")) as file:
                self.assertEqual(json.load(file)["cause"], "cuda_oom")
            self.assertEqual((self.mails(), self.marks()), ([], []))


if __name__ == "__main__":
    names = sys.argv[1:]
    suite = unittest.TestSuite()
    loader = unittest.defaultTestLoader
    for name in names or ["Dead", "Living", "Elsewhere", "Jobs"]:
        suite.addTests(loader.loadTestsFromName(name, sys.modules[__name__]))
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    skipped = len(result.skipped) == result.testsRun and result.testsRun > 0
    sys.exit(77 if skipped else 0 if result.wasSuccessful() else 1)
