"""gpualert slurm JOBID... on a real Slurm: watch_test.py CLASS. See cluster.py."""

import os
import signal
import subprocess
import unittest

from slurm_test import SlurmTest

FAIL = "/usr/bin/python3 -c 'import missing_module'\n"


class Watch(SlurmTest):
    def watch(self, *arguments, status):
        done = self.cluster.as_user("gpualert", "slurm", *arguments, check=False, timeout=150)
        self.assertEqual((done.returncode, done.stderr), (status, ""), done.stdout)
        return done.stdout

    def subjects(self):
        return sorted(report["Subject"] for report in self.reports())

    def test_a_failed_job_is_reported_from_its_output_file(self):
        job = self.cluster.submit("echo epoch 1\n" + FAIL, "-J", "we ird", "-o", "%x.%5j_%N.txt")
        said = self.watch(job, status=1)
        path = os.path.join(self.cluster.home, f"we ird.{int(job):05}_")
        self.assertIn(f"job {job} (we ird): FAILED, exited with status 1", said)
        self.assertIn(f"    output: {path}", said)
        (report,) = self.wait_for_reports()
        self.assertIn("A Python module is missing", report["Subject"])
        text = self.text(report)
        self.assertIn("No module named 'missing_module'", text)
        self.assertRegex(text, rf"\n +slurm +job {job}, name we ird")
        self.assertRegex(text, r"\n +scheduler +state FAILED, reason NonZeroExitCode, exit 1:0")
        self.assertNotIn("stable storage", text)

    def test_separate_standard_error_holds_the_cause(self):
        job = self.cluster.submit("echo epoch 1\n" + FAIL, "-o", "out.%j", "-e", "err.%j")
        said = self.watch(job, status=1)
        self.assertIn(f"/err.{job}\n", said)
        (report,) = self.wait_for_reports()
        self.assertIn(f"standard output is in {self.cluster.home}/out.{job}", self.text(report))

    def test_memory(self):
        if not self.cluster.cgroups:
            self.skipTest("no memory controller of cgroup v1")
        job = self.cluster.submit("exec /usr/bin/python3 -c 'x = b\"x\" * (300 << 20)'\n",
                                  "--mem=60M", "-J", "big")
        self.assertIn("OUT_OF_MEMORY", self.watch(job, status=1))
        (report,) = self.wait_for_reports()
        self.assertIn("memory", report["Subject"])

    def test_scancel_while_it_watches(self):
        job = self.cluster.submit("exec sleep 300\n", "-J", "long")
        self.cluster.wait(job, ("RUNNING",))
        watching = self.start_watch(job)
        self.cluster.as_user("scancel", job)
        out, err = watching.communicate(timeout=120)
        self.assertEqual((watching.returncode, err), (1, ""))
        self.assertIn(f"job {job} (long): CANCELLED", out)
        (report,) = self.wait_for_reports()
        self.assertTrue(report["Subject"].startswith("CANCELLED"), report["Subject"])

    def start_watch(self, *arguments):
        return subprocess.Popen(
            ["gpualert", "slurm", *arguments], env=self.cluster.environment(),
            executable=self.cluster.gpualert, cwd=self.cluster.home,
            user=self.cluster.user.pw_uid, group=self.cluster.user.pw_gid, extra_groups=[],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )

    def test_an_array_with_mixed_ends(self):
        job = self.cluster.submit("exit $((SLURM_ARRAY_TASK_ID % 2))\n", "-a", "0-3%2", "-J", "mix")
        said = self.watch(job, status=1)
        ends = sorted(line.split(",")[0] for line in said.splitlines() if line.startswith("job "))
        self.assertEqual(ends, [f"job {job}_0 (mix): COMPLETED", f"job {job}_1 (mix): FAILED",
                                f"job {job}_2 (mix): COMPLETED", f"job {job}_3 (mix): FAILED"])
        self.wait_for_reports(4)
        self.assertEqual([subject.split()[0] for subject in self.subjects()],
                         ["DONE", "DONE", "FAILED", "FAILED"])

    def test_a_requeue_is_watched_on(self):
        job = self.cluster.submit(
            '[ "${SLURM_RESTART_COUNT:-0}" -gt 0 ] && exit 5\nexec sleep 300\n', "--requeue")
        self.cluster.wait(job, ("RUNNING",))
        watching = self.start_watch(job)
        self.cluster.until(lambda: self.watches(watching.pid))
        self.cluster.as_root("scontrol", "requeue", job)
        self.cluster.wait_for_requeued(job, ["FAILED"])
        out, err = watching.communicate(timeout=150)
        self.assertEqual((watching.returncode, err), (1, ""))
        self.assertIn("exited with status 5", out)
        self.assertEqual(len(self.wait_for_reports()), 1)

    @staticmethod
    def watches(pid):
        """It holds SIGINT back by then, or waits for it, when the kernel does not show that."""
        with open(f"/proc/{pid}/status") as file:
            blocked = next(line for line in file if line.startswith("SigBlk:"))
        with open(f"/proc/{pid}/wchan") as file:
            waits = "sigtimedwait" in file.read()
        return waits or int(blocked.split()[1], 16) >> (signal.SIGINT - 1) & 1

    def test_once_and_interrupt(self):
        job = self.cluster.submit("exec sleep 300\n")
        self.assertEqual(self.watch("--once", job, status=2), f"not ended: {job}\n")
        watching = self.start_watch(job)
        self.cluster.until(lambda: self.watches(watching.pid))
        watching.send_signal(signal.SIGINT)
        out, err = watching.communicate(timeout=60)
        self.assertEqual((watching.returncode, out, err), (2, f"not ended: {job}\n", ""))

    def test_a_job_under_gpualert_run_is_not_reported_twice(self):
        job = self.cluster.submit("exec gpualert run " + FAIL)
        self.wait_for_reports()
        self.assertIn("gpualert run keeps its log and reports", self.watch(job, status=1))
        self.assertEqual(len(self.reports()), 1)

    def test_a_job_that_nobody_knows(self):
        said = self.watch("999999", status=1)
        self.assertIn("job 999999: how it ended is unknown: the controller does not know it", said)


if __name__ == "__main__":
    unittest.main(verbosity=2)
