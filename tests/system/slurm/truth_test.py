"""What Slurm really does to gpualert run, and what is left then: truth_test.py CLASS. See cluster.py."""

import glob
import json
import os
import re
import unittest

from slurm_test import SlurmTest

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

# Says when it began, and at SIGTERM that it got it.
TRAINING = """import signal, sys, time
def save(number, frame):
    print("checkpoint saved", flush=True)
    sys.exit(143)
signal.signal(signal.SIGTERM, save)
print("epoch 1", flush=True)
time.sleep(300)
"""


class Truth(SlurmTest):
    def setUp(self):
        super().setUp()
        with open(os.path.join(self.cluster.home, "train.py"), "w") as file:
            file.write(TRAINING)

    def records(self):
        pattern = self.cluster.home + "/.local/state/gpualert/runs/*/*/*/run.json"
        found = []
        for path in glob.glob(pattern):
            with open(path) as file:
                found.append((os.path.dirname(path), json.load(file)))
        return found

    def log(self):
        return "".join(
            self.cluster.read(os.path.join(path, "output.log")) for path, _ in self.records())

    def cancelled(self, line):
        """The job that `line` makes, cancelled once the training runs."""
        job = self.cluster.submit(line + "\n", "-J", "train")
        self.cluster.until(lambda: "epoch 1" in self.log())
        self.cluster.as_user("scancel", job)
        self.assertEqual(self.cluster.wait(job)["JobState"], "CANCELLED")
        return job

    def test_after_exec_the_job_gets_sigterm_and_the_report_goes_out(self):
        job = self.cancelled("exec gpualert run /usr/bin/python3 train.py")
        (report,) = self.wait_for_reports()
        self.assertIn("checkpoint saved", self.log())
        text = self.text(report)
        self.assertRegex(text, rf"\n +slurm +job {job}, name train")
        self.assertIn("SIGTERM", text)
        ((_, record),) = self.records()
        self.assertEqual(record["ending"], {"exited": 143})

    def test_in_a_task_of_srun_too(self):
        self.cancelled("srun gpualert run /usr/bin/python3 train.py")
        self.wait_for_reports()
        self.assertIn("checkpoint saved", self.log())

    def killed_behind_a_shell(self):
        """The job, and the run directory that it leaves."""
        if not self.cluster.cgroups:
            self.skipTest("proctrack/linuxproc signals every process")
        job = self.cancelled("gpualert run /usr/bin/python3 train.py\ntrue")
        ((path, record),) = self.records()
        self.assertNotIn("ending", record)
        return job, path

    def test_behind_a_shell_it_dies_without_a_signal_and_the_record_stays_open(self):
        _, path = self.killed_behind_a_shell()
        ((_, record),) = self.records()
        self.assertFalse(record.get("signals"))
        self.assertFalse(os.path.exists(os.path.join(path, "verdict.json")))
        self.assertEqual(self.reports(), [])

    def test_what_died_with_its_job_is_reported_by_gpualert_slurm(self):
        job, path = self.killed_behind_a_shell()
        done = self.cluster.as_user("gpualert", "slurm", job, check=False)
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertIn(f"job {job} (train): CANCELLED", done.stdout)
        (report,) = self.wait_for_reports()
        self.assertTrue(report["Subject"].startswith("CANCELLED train"), report["Subject"])
        self.assertIn("gpualert died with the job", self.text(report))
        ((_, record),) = self.records()
        self.assertIn("ending", record)
        self.assertTrue(os.path.exists(os.path.join(path, "verdict.json")))
        again = self.cluster.as_user("gpualert", "slurm", job, check=False)
        self.assertIn("gpualert run keeps its log and reports", again.stdout)
        self.assertEqual(len(self.reports()), 1)

    def test_what_died_with_its_job_is_reported_once_by_gpualert_sweep(self):
        job, path = self.killed_behind_a_shell()
        for _ in range(2):
            self.cluster.as_user("gpualert", "sweep")
        (report,) = self.wait_for_reports()
        self.assertRegex(self.text(report), rf"\n +slurm +job {job}, name train")
        ((_, record),) = self.records()
        self.assertIn("ending", record)
        self.assertTrue(os.path.exists(os.path.join(path, "verdict.json")))
        self.assertEqual(len(self.reports()), 1)

    def test_the_batch_script_of_the_readme_works(self):
        with open(os.path.join(SOURCE, "README.md")) as file:
            (script,) = re.findall(r"```sh\n(#!/bin/bash\n.*?)```", file.read(), re.S)
        os.makedirs(os.path.join(self.cluster.home, "venv/bin"))
        os.symlink("/usr/bin/python3", os.path.join(self.cluster.home, "venv/bin/python"))
        with open(os.path.join(self.cluster.home, "venv/bin/activate"), "w") as file:
            file.write('PATH=$HOME/venv/bin:$PATH\n')
        with open(os.path.join(self.cluster.home, "train.py"), "w") as file:
            file.write("import missing_module\n")
        job = self.cluster.submit(script)
        fields = self.cluster.wait(job)
        self.assertEqual((fields["JobState"], fields["ExitCode"]), ("FAILED", "1:0"))
        self.assertIn("missing_module", self.cluster.read(f"train-{job}.out"))
        (report,) = self.wait_for_reports()
        self.assertIn("A Python module is missing", report["Subject"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
