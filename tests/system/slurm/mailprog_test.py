"""gpualert-mail as MailProg of a real slurmctld: mailprog_test.py [CLASS]."""

import email
import email.policy
import os
import shutil
import sys
import unittest

from cluster import Cluster

import daemons

GPUALERT_MAIL = os.environ.get("GPUALERT_MAIL", "")
TRACEBACK = """printf 'Traceback (most recent call last):\\n  File "t.py", line 1\\n'
echo 'ZeroDivisionError: division by zero'
"""


class MailProg(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster.shared()

    def setUp(self):
        self.cluster = type(self).cluster
        self.site = os.path.join(self.cluster.directory, "site")
        shutil.rmtree(self.site, ignore_errors=True)
        os.mkdir(self.site, 0o755)
        self.addCleanup(shutil.rmtree, self.site, ignore_errors=True)
        for program in (GPUALERT_MAIL, os.environ["DELIVER"]):
            shutil.copy(program, self.site)
        with open(self.path("config.toml"), "w") as out:
            out.write(f'mailprog_state_dir = "{self.path("spool")}"\nmailprog_settle = "8s"\n'
                      f'[[channel]]\ntype = "maildir"\npath = "{self.path("mail")}"\n')
        # slurmctld gives no variable of ours: the script stands for /etc/gpualert/config.toml.
        with open(self.path("mailprog"), "w") as out:
            out.write(f'#!/bin/sh\nexport GPUALERT_CONFIG={self.path("config.toml")} '
                      f'GPUALERT_LIBEXEC_DIR={self.site}\nexec {self.site}/gpualert-mail "$@"\n')
        os.chmod(self.path("mailprog"), 0o755)
        slurm = daemons.user_or_root("slurm")
        os.chown(self.site, slurm.pw_uid, slurm.pw_gid)
        self.cluster.set_mail_program(self.path("mailprog"))
        self.addCleanup(self.cluster.set_mail_program)

    def path(self, *parts):
        return os.path.join(self.site, *parts)

    def mails(self):
        new = self.path("mail", "new")
        found = []
        for name in os.listdir(new) if os.path.isdir(new) else []:
            with open(os.path.join(new, name), "rb") as file:
                found.append(email.message_from_binary_file(file, policy=email.policy.default))
        return found

    def mail(self, word, job):
        """Waits for the mail of a job whose subject begins with `word`."""
        def those():
            return [mail for mail in self.mails() if mail["Subject"].startswith(word) and
                    f"-job{job}" in mail["X-GPUAlert-Run"]]
        self.cluster.until(those, 120, lambda: f"{word} of job {job} among "
                           f"{[m['Subject'] for m in self.mails()]}; {self.journal()}")
        return those()[0]

    def journal(self):
        try:
            with open(self.path("spool", "mailprog.log")) as log:
                return log.read()
        except OSError:
            return "no journal"

    def submit(self, script, *options, types="ALL"):
        return self.cluster.submit(script, f"--mail-type={types}", "--mail-user=ada@x.org",
                                   *options)

    def test_a_job_that_exits_with_3(self):
        job = self.submit(TRACEBACK + "exit 3\n", "-J", "Failed_exp", "-o", "f3.%j.out")
        self.assertIn("Failed_exp", self.mail("STARTED", job)["Subject"])
        mail = self.mail("FAILED", job)
        self.assertEqual(mail["X-GPUAlert-Cause"], "div_zero")
        text = mail.get_body(("plain",)).get_content()
        self.assertIn(f"f3.{job}.out", text)
        self.assertIn("exited with status 3", text)

    def test_gpualert_slurm_of_the_same_job_makes_the_same_message(self):
        self.cluster.clean()
        self.cluster.set_mail_program(self.path("mailprog"))
        job = self.submit(TRACEBACK + "exit 3\n", "-J", "twice")
        mail = self.mail("FAILED", job)
        said = self.cluster.as_user("gpualert", "slurm", job, check=False)
        self.assertIn("    reported: ", said.stdout, said.stderr)
        new = os.path.join(self.cluster.home, ".local/state/gpualert/mail/new")
        (name,) = os.listdir(new)
        with open(os.path.join(new, name), "rb") as file:
            other = email.message_from_binary_file(file, policy=email.policy.default)
        self.assertEqual(other["Message-ID"], mail["Message-ID"])
        self.assertEqual(other["X-GPUAlert-Run"], f"slurm-testcluster-job{job}")
        self.assertEqual(other["X-GPUAlert-Cause"], mail["X-GPUAlert-Cause"])

    def test_scancel(self):
        job = self.submit("echo up; sleep 300\n", "-J", "long")
        self.cluster.wait(job, ["RUNNING"])
        self.cluster.until(lambda: "up" in self.cluster.read(f"slurm-{job}.out"))
        self.cluster.as_user("scancel", job)
        mail = self.mail("CANCELLED", job)
        self.assertEqual(mail["X-GPUAlert-Cause"], "cancelled")
        self.assertIn("CANCELLED AT", mail.get_body(("plain",)).get_content())

    def test_a_success_is_short(self):
        job = self.submit("echo fine\n", "-J", "DataArray")
        self.assertIn("completed", self.mail("DONE", job)["Subject"])

    def test_an_array(self):
        job = self.submit(f"[ $SLURM_ARRAY_TASK_ID = 0 ] && exit 0\n{TRACEBACK}exit 4\n",
                          "--array=0-3", "-J", "arr", "-o", "arr.%A_%a.out")
        mail = self.mail("FAILED", job)
        self.assertIn(f"of array {job}: Division by zero (3)", mail["Subject"])
        self.assertIn("1-3", mail.get_body(("plain",)).get_content())

    def test_memory(self):
        if not self.cluster.cgroups:
            self.skipTest("no memory cgroups")
        job = self.submit("python3 -c 'x = bytearray(1 << 30); print(len(x))'\n", "--mem=50",
                          "-J", "big")
        self.assertEqual(self.mail("FAILED", job)["X-GPUAlert-Cause"], "oom_killer")

    def test_a_job_that_may_not_name_any_file(self):
        job = self.submit("exit 3\n", "-o", "/etc/shadow", "-J", "evil")
        text = self.mail("FAILED", job).as_string()
        self.assertNotIn("root:", text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + [name for name in sys.argv[1:]])
