"""A site with gpualert-mail as its scheduler's mail program: settings, spool, a Maildir that gets
the mails, a real mailer that writes down what it is given. GPUALERT_MAIL names the program."""

import email
import email.policy
import json
import os
import shutil
import stat
import subprocess
import tempfile
import time
import unittest

GPUALERT_MAIL = os.environ.get("GPUALERT_MAIL", "")
DEADLINE = 60  # on a machine that is busy

MAILER = """#!/usr/bin/python3
import json, os, sys
with open(os.path.join({where!r}, "%d.%d" % (__import__("time").time_ns(), os.getpid())), "w") as out:
    json.dump({{"argv": sys.argv, "stdin": sys.stdin.buffer.read().decode("latin-1"),
               "path": os.environ.get("PATH", ""), "lang": os.environ.get("LANG", "")}}, out)
"""

TRACEBACK = """step 1 loss 0.5
step 2 loss 0.4
Traceback (most recent call last):
  File "train.py", line 3, in <module>
    print(1 / 0)
ZeroDivisionError: division by zero
"""


class Site(unittest.TestCase):
    settings = ""
    settle = "1s"

    def setUp(self):
        self.root = tempfile.mkdtemp(prefix="gpualert-mail.")
        self.addCleanup(shutil.rmtree, self.root, ignore_errors=True)
        os.chmod(self.root, 0o755)
        self.state = self.path("spool")
        self.jobs = self.path("jobs")
        self.handed = self.path("handed")
        for name in (self.jobs, self.handed):
            os.mkdir(name)
        self.mailer = self.path("mailer")
        with open(self.mailer, "w") as out:
            out.write(MAILER.format(where=self.handed))
        os.chmod(self.mailer, 0o755)
        self.config = self.path("config.toml")
        self.configure()
        # Whose jobs they are: root reads with the owner's rights, and anybody else his own files.
        self.uid, self.gid = (4242, 4242) if os.geteuid() == 0 else (os.getuid(), os.getgid())
        if os.geteuid() == 0:
            os.chown(self.jobs, self.uid, self.gid)

    def path(self, *parts):
        return os.path.join(self.root, *parts)

    def configure(self, more="", channel=True):
        with open(self.config, "w") as out:
            out.write(f'mailprog_state_dir = "{self.state}"\nmailprog_mailer = "{self.mailer}"\n'
                      f'mailprog_settle = "{self.settle}"\n{self.settings}{more}\n')
            if channel:
                out.write(f'[[channel]]\ntype = "maildir"\npath = "{self.path("mail")}"\n')

    def environment(self, variables):
        """As slurmctld's: the job's variables, and where our settings are."""
        return {"GPUALERT_CONFIG": self.config, **variables}

    def call(self, *arguments, variables=None, stdin=subprocess.DEVNULL, text=None, **more):
        given = {"input": text} if text is not None else {"stdin": stdin}
        return subprocess.run([GPUALERT_MAIL, *arguments], env=self.environment(variables or {}),
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=DEADLINE,
                              **given, **more)

    def job(self, job, name="train", **more):
        """The variables of a job as Slurm 22.05 gives them."""
        return {"SLURM_JOB_ID": str(job), "SLURM_JOB_NAME": name, "SLURM_JOB_USER": "ada",
                "SLURM_JOB_UID": str(self.uid), "SLURM_JOB_GID": str(self.gid),
                "SLURM_CLUSTER_NAME": "test", "SLURM_JOB_NODELIST": "n1",
                "SLURM_JOB_WORK_DIR": self.jobs, **more}

    def failed(self, job, rcpt="ada@x.org", name="train", **more):
        """slurmctld tells that a job exited with 3."""
        variables = self.job(job, name, **{"SLURM_JOB_STATE": "FAILED",
                                           "SLURM_JOB_EXIT_CODE": "768",
                                           "SLURM_JOB_EXIT_CODE2": "3:0", **more})
        return self.call("-s", f"Slurm Job_id={job} Name={name} Failed, Run time 00:00:07, FAILED, "
                         "ExitCode 3", rcpt, variables=variables)

    def output(self, name, text, mode=0o644):
        path = os.path.join(self.jobs, name)
        with open(path, "w") as out:
            out.write(text)
        os.chmod(path, mode)
        if os.geteuid() == 0:
            os.chown(path, self.uid, self.gid)
        return path

    def wait(self, condition, what):
        end = time.monotonic() + DEADLINE
        while time.monotonic() < end:
            found = condition()
            if found:
                return found
            time.sleep(0.05)
        self.fail(f"{what}: not within {DEADLINE} s\n{self.journal()}")

    def journal(self):
        text = ""
        for name in ("mailprog.log", "deliver.log"):
            try:
                with open(os.path.join(self.state, name)) as log:
                    text += log.read()
            except OSError:
                pass
        return text

    def waiting(self):
        try:
            return [n for n in os.listdir(os.path.join(self.state, "calls")) if n[0] != "."]
        except OSError:
            return []

    def mails(self, number):
        """Waits for so many mails and for the spool to be empty; gives them parsed, by subject."""
        new = self.path("mail", "new")
        self.wait(lambda: not self.waiting() and os.path.isdir(new) and
                  len(os.listdir(new)) >= number, f"{number} mails")
        found = []
        for name in os.listdir(new):
            with open(os.path.join(new, name), "rb") as file:
                found.append(email.message_from_binary_file(file, policy=email.policy.default))
        self.assertEqual(len(found), number, [m["Subject"] for m in found])
        return sorted(found, key=lambda mail: mail["Subject"])

    def mail(self):
        return self.mails(1)[0]

    def handed_on(self, number):
        self.wait(lambda: len(os.listdir(self.handed)) >= number, f"{number} mails handed on")
        found = []
        for name in sorted(os.listdir(self.handed)):
            def read(path=os.path.join(self.handed, name)):
                with open(path) as file:
                    text = file.read()
                return json.loads(text) if text.endswith("}") else None
            found.append(self.wait(read, "the mailer to end"))
        self.assertEqual(len(found), number)
        return found


def body(mail):
    return mail.get_body(("plain",)).get_content()


def is_private(path):
    return stat.S_IMODE(os.stat(path).st_mode) & 0o077 == 0
