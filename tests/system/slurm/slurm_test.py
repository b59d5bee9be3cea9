"""gpualert run inside jobs of a real Slurm: slurm_test.py CLASS. See cluster.py."""

import email
import email.policy
import os
import sys
import unittest

from cluster import Cluster


class SlurmTest(unittest.TestCase):
    """A clean home directory of the job's user, and the shared cluster."""

    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster.shared()

    def setUp(self):
        self.cluster.clean()
        self.addCleanup(self.cluster.clean)

    def reports(self):
        """What gpualert mailed into its Maildir, parsed."""
        fresh = os.path.join(self.cluster.home, ".local/state/gpualert/mail/new")
        found = []
        for name in sorted(os.listdir(fresh)) if os.path.isdir(fresh) else []:
            with open(os.path.join(fresh, name), "rb") as file:
                found.append(email.message_from_binary_file(file, policy=email.policy.default))
        return found

    def wait_for_reports(self, count=1):
        self.cluster.until(lambda: len(self.reports()) >= count,
                           what=lambda: f"{len(self.reports())} reports, not {count}")
        return self.reports()

    @staticmethod
    def text(report):
        return report.get_body(("plain",)).get_content()


class Smoke(SlurmTest):
    def test_the_status_is_the_jobs_and_one_report_names_the_job(self):
        job = self.cluster.submit(
            "exec gpualert run /usr/bin/python3 -c 'import missing_module'\n", "-J", "smoke")
        fields = self.cluster.wait(job)
        self.assertEqual((fields["JobState"], fields["ExitCode"]), ("FAILED", "1:0"))
        (report,) = self.wait_for_reports()
        self.assertRegex(self.text(report), rf"\n +slurm +job {job}, name smoke")
        self.assertIn("missing_module", self.text(report))
        self.assertIn("ModuleNotFoundError", self.cluster.read(f"slurm-{job}.out"))

    def test_a_success_says_nothing(self):
        job = self.cluster.submit("exec gpualert run echo hello\n")
        self.assertEqual(self.cluster.wait(job)["ExitCode"], "0:0")
        self.assertEqual(self.cluster.read(f"slurm-{job}.out"), "hello\n")
        self.assertEqual(self.reports(), [])

    def test_what_slurm_calls_for_mail_is_recorded(self):
        job = self.cluster.submit("exit 3\n", "--mail-type=FAIL", "--mail-user=ada@lab.test")
        self.cluster.wait(job)
        self.cluster.until(self.cluster.mails)
        (call,) = self.cluster.mails()
        self.assertEqual(call["argv"][1], "-s")
        self.assertEqual(call["argv"][3], "ada@lab.test")
        self.assertEqual(call["env"]["SLURM_JOB_EXIT_CODE2"], "3:0")

    def test_the_memory_limit_is_real(self):
        if not self.cluster.cgroups:
            self.skipTest("no memory controller of cgroup v1")
        job = self.cluster.submit("exec /usr/bin/python3 -c 'x = b\"x\" * (300 << 20)'\n",
                                  "--mem=60M")
        self.assertEqual(self.cluster.wait(job)["JobState"], "OUT_OF_MEMORY")


if __name__ == "__main__":
    unittest.main(verbosity=2)
