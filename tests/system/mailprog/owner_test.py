"""The hook and the gpualert of the job's owner find each other: owner_test.py [CLASS]. Runs as root, with
a passwd of its own in which the owner has a home directory."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import unittest

from site_of import DEADLINE, GPUALERT_MAIL, TRACEBACK, Site, body

OOM = "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB"
HOST = os.uname().nodename


def can_mount():
    return os.geteuid() == 0 and subprocess.run(["unshare", "-m", "true"],
                                                capture_output=True).returncode == 0


class Owned(Site):
    """Job 7 of a user whose state directory is the usual one."""

    OWNER = 4242

    def setUp(self):
        super().setUp()
        self.home = self.path("home")
        self.state_of_owner = os.path.join(self.home, ".local/state/gpualert")
        os.makedirs(self.state_of_owner)
        for at, _, _ in os.walk(self.home):
            os.chown(at, self.OWNER, self.OWNER)
        self.passwd = self.path("passwd")
        with open(self.passwd, "w") as out:
            out.write(f"root:x:0:0::/root:/bin/sh\nada:x:{self.OWNER}:{self.OWNER}::{self.home}:"
                      "/bin/sh\n")
        # A build tree may be out of the owner's reach.
        for variable, name in (("GPUALERT", "bin/gpualert"),
                               ("DELIVER", "libexec/gpualert/gpualert-deliver")):
            os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
            shutil.copy2(os.environ[variable], self.path(name))
        with open(self.path("bin", "scontrol"), "w") as out:
            out.write(f"""#!/bin/sh
case "$*" in
"show config") echo "Configuration data"; echo "ClusterName             = test";;
*) echo "JobId=7 JobName=train UserId=ada({self.OWNER}) Restarts=0 JobState=FAILED ExitCode=3:0 \\
StartTime=$(($(date +%s) - 7)) EndTime=$(date +%s) NodeList={HOST} BatchHost={HOST} WorkDir={self.jobs} \\
StdErr={self.jobs}/slurm-7.out StdOut={self.jobs}/slurm-7.out";;
esac
""")
        os.chmod(self.path("bin", "scontrol"), 0o755)

    def call(self, *arguments, **more):
        script = 'mount --bind "$0" /etc/passwd && exec "$@"'
        return subprocess.run(
            ["unshare", "-m", "sh", "-c", script, self.passwd, GPUALERT_MAIL, *arguments],
            env={**self.environment(more["variables"]), "PATH": os.environ["PATH"]},
            stdin=subprocess.DEVNULL, capture_output=True, timeout=DEADLINE)

    def failed(self, job, rcpt="ada@x.org", name="train", **more):
        return super().failed(job, rcpt, name, **{"SLURM_JOB_RESTART_COUNT": "0",
                                                  "SLURM_JOB_NODELIST": HOST, **more})

    def owner_runs(self, *command, **more):
        return {"args": [self.path("bin", "gpualert"), *command], "user": self.OWNER,
                "group": self.OWNER, "extra_groups": [], "cwd": self.home,
                "env": {"PATH": self.path("bin") + ":/usr/bin:/bin", "HOME": self.home,
                        "LOGNAME": "ada", "GPUALERT_TO": "ada@x.org", **more}}

    def as_owner(self, *command):
        return subprocess.run(**self.owner_runs(*command), capture_output=True, text=True,
                              timeout=DEADLINE)

    def dead_run(self):
        """`gpualert run` in job 7, killed with all of it; its run directory."""
        process = subprocess.Popen(
            **self.owner_runs("run", "sh", "-c", f"echo '{OOM}'; exec sleep 1000",
                              SLURM_JOB_ID="7", SLURM_CLUSTER_NAME="test",
                              SLURM_RESTART_COUNT="0"),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        def logged():
            for at, _, files in os.walk(self.state_of_owner):
                if "run.json" in files and os.path.getsize(os.path.join(at, "output.log")):
                    with open(os.path.join(at, "run.json")) as file:
                        return json.load(file)["pids"]["command"] and at
            return None
        run_dir = self.wait(logged, "a run")
        self.wait(lambda: os.path.isdir(os.path.join(self.state_of_owner, "runs/.open")), "a mark")
        with open(os.path.join(run_dir, "run.json")) as file:
            pids = json.load(file)["pids"]
        for what in (signal.SIGSTOP, signal.SIGKILL):
            for name in ("supervisor", "logger", "command"):
                os.kill(pids[name], what)
        process.wait()
        self.wait(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in pids.values()),
                  "their death")
        return run_dir

    def record(self, run_dir):
        with open(os.path.join(run_dir, "run.json")) as file:
            return json.load(file)

    def mails_of_owner(self):
        new = os.path.join(self.state_of_owner, "mail/new")
        return os.listdir(new) if os.path.isdir(new) else []


@unittest.skipUnless(can_mount(), "not root, or no mount namespaces")
class Root(Owned):
    """The hook runs as root: it may look into the owner's state directory, with the owner's rights."""

    def test_the_record_of_a_run_that_died_with_its_job_is_merged_into_one_report(self):
        run_dir = self.dead_run()
        self.output("slurm-7.out", "nothing of it is here\n")
        self.failed(7)
        mail = self.mail()
        self.assertEqual(mail["X-GPUAlert-Cause"], "cuda_oom")
        text = " ".join(body(mail).split())
        for part in ("sleep 1000", OOM, "ended with the job; this is its report", "state FAILED"):
            self.assertIn(part, text)
        told = os.stat(os.path.join(run_dir, "reported"))
        self.assertEqual((told.st_uid, told.st_gid), (self.OWNER, self.OWNER))
        self.assertIn("finished", self.as_owner("sweep").stdout)
        self.assertIn("ending", self.record(run_dir))
        self.assertEqual(self.mails_of_owner(), [])

    def test_what_the_owner_could_not_read_is_not_read(self):
        run_dir = self.dead_run()
        secret = self.path("secret")
        with open(secret, "w") as out:
            out.write("TOPSECRET " + OOM + "\n")
        os.chmod(secret, 0o600)
        record = self.record(run_dir)
        self.output("slurm-7.out", TRACEBACK)
        for kind in ("path", "link"):
            record["log"]["path"] = secret
            if kind == "link":
                record["log"]["path"] = os.path.join(run_dir, "linked.log")
                os.symlink(secret, record["log"]["path"])
            with open(os.path.join(run_dir, "run.json"), "w") as out:
                json.dump(record, out)
            self.failed(7, f"{kind}@x.org")
        for mail in self.mails(2):
            self.assertEqual(mail["X-GPUAlert-Cause"], "div_zero")
            self.assertNotIn("TOPSECRET", mail.as_string())

    def test_a_record_of_somebody_else_behind_a_link_is_not_merged(self):
        run_dir = self.dead_run()
        theirs = self.path("theirs")
        shutil.move(os.path.join(self.state_of_owner, "runs"), theirs)
        for at, _, files in os.walk(theirs):
            for name in [at] + [os.path.join(at, file) for file in files]:
                os.chown(name, 4243, 4243)
        os.symlink(theirs, os.path.join(self.state_of_owner, "runs"))
        self.output("slurm-7.out", TRACEBACK)
        self.failed(7)
        mail = self.mail()
        self.assertEqual(mail["X-GPUAlert-Cause"], "div_zero")
        self.assertNotIn("sleep 1000", mail.as_string())
        moved = run_dir.replace(os.path.join(self.state_of_owner, "runs"), theirs)
        self.assertFalse(os.path.exists(os.path.join(moved, "reported")))

    def test_no_word_is_left_where_the_owner_could_not_write(self):
        run_dir = self.dead_run()
        ours = self.path("ours")
        os.mkdir(ours, 0o755)
        precious = os.path.join(ours, "precious")
        with open(precious, "w") as out:
            out.write("precious\n")
        os.symlink(ours, os.path.join(self.state_of_owner, "jobs"))
        os.symlink(precious, os.path.join(run_dir, "reported"))
        self.output("slurm-7.out", TRACEBACK)
        self.failed(7)
        self.mail()
        self.assertEqual(os.listdir(ours), ["precious"])
        with open(precious) as file:
            self.assertEqual(file.read(), "precious\n")

    def test_a_mark_that_is_a_link_or_held_for_ever_holds_nobody_up(self):
        jobs = os.path.join(self.state_of_owner, "jobs")
        os.mkdir(jobs)
        os.chown(jobs, self.OWNER, self.OWNER)
        precious = self.path("precious")
        with open(precious, "w") as out:
            out.write("precious\n")
        mark = os.path.join(jobs, "slurm-test-job7")
        os.symlink(precious, mark)
        self.output("slurm-7.out", TRACEBACK)
        self.failed(7, "link@x.org")
        self.mails(1)
        os.unlink(mark)
        open(mark, "w").close()
        os.chown(mark, self.OWNER, self.OWNER)
        holder = subprocess.Popen(["flock", "--no-fork", mark, "sleep", "1000"])
        self.addCleanup(holder.wait)
        self.addCleanup(holder.kill)
        self.wait(lambda: subprocess.run(["flock", "-n", mark, "true"]).returncode, "the lock")
        self.failed(7, "held@x.org")
        self.mails(2)
        with open(precious) as file:
            self.assertEqual(file.read(), "precious\n")

    def test_what_the_hook_told_gpualert_slurm_does_not_tell_again(self):
        self.output("slurm-7.out", TRACEBACK)
        self.failed(7)
        self.mail()
        said = self.as_owner("slurm", "7")
        self.assertIn("reported already, by another gpualert", said.stdout, said.stderr)
        self.assertEqual(self.mails_of_owner(), [])

    def test_what_gpualert_slurm_told_the_hook_does_not_tell_again(self):
        self.output("slurm-7.out", TRACEBACK)
        said = self.as_owner("slurm", "7")
        self.assertIn("    reported: ", said.stdout, said.stderr)
        self.assertEqual(len(self.mails_of_owner()), 1)
        self.failed(7, "ada@x.org,bob@x.org")
        self.assertEqual(self.mail()["To"], "bob@x.org")


@unittest.skipUnless(os.geteuid() == 0, "not root")
class SlurmUser(Owned):
    """The hook runs as another user, who may not look into the owner's state directory."""

    def call(self, *arguments, **more):
        return subprocess.run(
            [self.path("bin", "gpualert-mail"), *arguments],
            env=self.environment({**more["variables"], "GPUALERT_LIBEXEC_DIR":
                                  self.path("libexec/gpualert")}),
            stdin=subprocess.DEVNULL, capture_output=True, timeout=DEADLINE, user=4243, group=4243,
            extra_groups=[])

    def setUp(self):
        super().setUp()
        shutil.copy2(GPUALERT_MAIL, self.path("bin"))
        for name in ("spool", "mail"):
            os.mkdir(self.path(name), 0o700)
            os.chown(self.path(name), 4243, 4243)

    def test_a_dead_run_that_is_reported_by_both_is_one_message(self):
        run_dir = self.dead_run()
        self.output("slurm-7.out", TRACEBACK)
        self.failed(7)
        mail = self.mail()
        self.assertTrue(mail["Message-ID"].startswith("<slurm-test-job7.1@"), mail["Message-ID"])
        self.assertIn("finished", self.as_owner("sweep").stdout)
        self.assertIn("ending", self.record(run_dir))
        self.wait(self.mails_of_owner, "the sweep's report")
        (name,) = self.mails_of_owner()
        with open(os.path.join(self.state_of_owner, "mail/new", name)) as file:
            text = file.read()
        self.assertIn(f"\nMessage-ID: {mail['Message-ID']}\n", text.replace("\r\n", "\n"))

    def test_a_second_call_for_the_same_end_is_no_second_mail(self):
        self.output("slurm-7.out", TRACEBACK)
        self.failed(7)
        self.mail()
        self.failed(7)
        self.wait(lambda: "it is reported already" in self.journal(), "a word in the journal")
        self.wait(lambda: not self.waiting(), "an empty spool")
        time.sleep(0.5)
        self.mails(1)
        self.failed(7, SLURM_JOB_RESTART_COUNT="1")
        self.mails(2)


def main(argv):
    suite = unittest.TestSuite(
        unittest.defaultTestLoader.loadTestsFromTestCase(globals()[name])
        for name in argv[1:] or ["Root", "SlurmUser"])
    result = unittest.TextTestRunner(verbosity=1).run(suite)
    if result.testsRun and len(result.skipped) == result.testsRun:
        return 77
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv))
