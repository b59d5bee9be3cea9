"""What differs where Slurm tracks processes by /proc and signals each of them: linuxproc_test.py CLASS.
See cluster.py."""

import os
import unittest

from during_test import DuringTest
from truth_test import TRAINING


class LinuxProc(DuringTest):
    def setUp(self):
        super().setUp()
        self.assertFalse(self.cluster.cgroups)
        with open(os.path.join(self.cluster.home, "train.py"), "w") as file:
            file.write(TRAINING)

    def log(self):
        records = self.records()
        path = records[0]["path"] if records else ""
        return self.cluster.read(os.path.join(path, "output.log")) if path else ""

    def cancelled(self, script, *options):
        job = self.cluster.submit(script, "-J", "train", *options)
        self.cluster.until(lambda: "epoch 1" in self.log())
        self.cluster.as_user("scancel", job)
        self.assertEqual(self.cluster.wait(job)["JobState"], "CANCELLED")
        (report,) = self.wait_for_reports()
        self.assertRegex(report["Subject"], rf"^CANCELLED train \(job {job}[.)]")
        (record,) = self.records()
        self.assertEqual(record["ending"], {"exited": 143})
        self.assertIn("SIGTERM", [seen["name"] for seen in record["signals"]])
        self.assertEqual(self.log().count("checkpoint saved"), 1)
        self.assertEqual(self.outbox(), [])

    def test_scancel_after_exec(self):
        self.cancelled("exec gpualert run /usr/bin/python3 train.py\n")

    def test_scancel_behind_a_shell_reaches_the_job_and_the_report_goes_out(self):
        self.cancelled("gpualert run /usr/bin/python3 train.py\ntrue\n")

    def test_scancel_of_a_step(self):
        self.cancelled("srun -n1 gpualert run /usr/bin/python3 train.py\n", "-n1")


if __name__ == "__main__":
    unittest.main(verbosity=2)
