"""What gpualert-mail mails of jobs: report_test.py [CLASS]."""

import os
import socket
import subprocess
import sys
import unittest

from site_of import GPUALERT_MAIL, TRACEBACK, Site, body


class Reports(Site):
    """A job that failed, and its output."""

    def test_the_cause_is_found_in_the_output(self):
        self.output("slurm-7.out", TRACEBACK)
        self.assertEqual(self.failed(7, "ada@x.org,bob@x.org").returncode, 0)
        mail = self.mail()
        self.assertEqual(mail["Subject"], "FAILED train (job 7): Division by zero, after 7.0 s on n1")
        self.assertEqual(mail["To"].split(), ["ada@x.org,", "bob@x.org"])
        self.assertEqual(mail["X-GPUAlert-Cause"], "div_zero")
        text = body(mail)
        for part in ("ZeroDivisionError: division by zero", "exited with status 3", "job 7",
                     os.path.join(self.jobs, "slurm-7.out"), "state FAILED", "exit 3:0",
                     "cluster test", "n1"):
            self.assertIn(part, " ".join(text.split()))

    def test_paths_are_expanded_and_standard_error_comes_first(self):
        self.output("train-0007.n1.log", "step 1\nCUDA out of memory\n")
        self.output("err.7", TRACEBACK)
        self.failed(7, SLURM_JOB_STDOUT="%x-%4j.%N.log", SLURM_JOB_STDERR="err.%j")
        mail = self.mail()
        self.assertEqual(mail["X-GPUAlert-Cause"], "div_zero")
        self.assertIn("err.7", body(mail))

    def test_where_standard_error_says_nothing_output_decides(self):
        self.output("out.7", TRACEBACK)
        self.output("err.7", "a warning\n")
        self.failed(7, SLURM_JOB_STDOUT="out.%j", SLURM_JOB_STDERR="err.%j")
        self.assertEqual(self.mail()["X-GPUAlert-Cause"], "div_zero")

    def test_memory_that_slurm_enforced(self):
        self.output("slurm-7.out", "step 1 loss 0.5\n")
        self.call("-s", "Slurm Job_id=7 Name=train Failed, Run time 00:00:01, OUT_OF_MEMORY", "ada",
                  variables=self.job(7, SLURM_JOB_STATE="OUT_OF_MEMORY",
                                     SLURM_JOB_EXIT_CODE="253", SLURM_JOB_EXIT_CODE2="0:125"))
        mail = self.mail()
        self.assertEqual(mail["X-GPUAlert-Cause"], "oom_killer")
        self.assertIn("OUT_OF_MEMORY", body(mail))

    def test_a_cancelled_job_comes_as_ended(self):
        self.output("slurm-7.out", "step 1\n")
        self.call("-s", "Slurm Job_id=7 Name=train Ended, Run time 00:00:03, CANCELLED, ExitCode 0",
                  "ada", variables=self.job(7, SLURM_JOB_STATE="CANCELLED",
                                            SLURM_JOB_EXIT_CODE="0"))
        self.assertTrue(self.mail()["Subject"].startswith("CANCELLED train (job 7): "))

    def test_the_last_words_of_a_job_that_is_killed_are_waited_for(self):
        path = self.output("slurm-7.out", "step 1\n")
        self.settle = "4s"
        self.configure()
        self.call("-s", "Slurm Job_id=7 Name=train Failed, Run time 00:01:00, TIMEOUT, ExitCode 0",
                  "ada", variables=self.job(7, SLURM_JOB_STATE="TIMEOUT",
                                            SLURM_JOB_EXIT_CODE="0"))
        self.assertEqual(len(self.waiting()), 1)
        with open(path, "a") as out:
            out.write("slurmstepd-n1: error: *** JOB 7 ON n1 CANCELLED AT 2026-11-29T18:35:07 DUE "
                      "TO TIME LIMIT ***\n")
        mail = self.mail()
        self.assertTrue(mail["Subject"].startswith("TIMED OUT train (job 7): "), mail["Subject"])
        self.assertIn("DUE TO TIME LIMIT", body(mail))

    def test_what_is_masked_is_a_setting(self):
        for more, shown in (('redact_keys = "MY_*"', False), ("redact = false", True)):
            with self.subTest(more):
                self.setUp()
                self.configure(more)
                self.output("slurm-7.out", "MY_KEY=zq8Kx token=zq8Kx\n" + TRACEBACK)
                self.failed(7, name="MY_JOB=zq8Kx")
                mail = self.mail()
                for text in (mail["Subject"], body(mail)):
                    self.assertEqual("zq8Kx" in text, shown, text)
                    self.assertEqual("[masked]" in text, not shown, text)
                self.assertEqual("the settings say redact = false" in body(mail), shown)

    def test_odd_names(self):
        name = "we ird, \"n\u00e4me\" 'q"
        self.output("slurm-7.out", TRACEBACK)
        self.failed(7, name=name)
        self.assertIn(name, self.mail()["Subject"])

    def test_lsf_mails_the_output_itself(self):
        self.call("-oi", "-FLSF", "-flsfadmin@x.org", "ada@x.org",
                  text=b"To: ada\nSubject: Job 5: <train> in cluster <c> Exited\n\n"
                  b"Exited with exit code 1.\n\nThe output (if any) follows:\n\n" +
                  TRACEBACK.encode())
        mail = self.mail()
        self.assertEqual((mail["To"], mail["X-GPUAlert-Cause"]), ("ada@x.org", "div_zero"))

    def test_other_events_are_short_and_no_failure(self):
        for number, rest in enumerate(("Began, Queued time 00:00:07",
                                       "Reached 90% of time limit, Run time 00:01:09",
                                       "Requeued, Run time 00:00:04", "Invalid dependency",
                                       "StageOut/Teardown time ",
                                       "Ended, Run time 00:00:04, COMPLETED, ExitCode 0")):
            self.output("slurm-7.out", TRACEBACK)
            self.call("-s", f"Slurm Job_id=7 Name=Failed_exp {rest}", "ada",
                      variables=self.job(7, "Failed_exp"))
            mail = self.mails(number + 1)
        for mail in self.mails(6):
            self.assertNotIn("FAILED", mail["Subject"])
            self.assertNotIn("ZeroDivisionError", body(mail))


class Arrays(Site):
    def test_a_summary_counts_causes(self):
        for task in range(6):
            self.output(f"slurm-9_{task}.out",
                        ["done\n", TRACEBACK, "torch.cuda.OutOfMemoryError: CUDA out of memory.\n"]
                        [task % 3])
        self.call("-s", "Slurm Array Summary Job_id=9_* (9) Name=arr Ended, Mixed, MaxSignal [9]",
                  "ada", variables=self.job(9, "arr", SLURM_JOB_STATE="COMPLETED",
                                            SLURM_JOB_EXIT_CODE="0", SLURM_ARRAY_JOB_ID="9",
                                            SLURM_ARRAY_TASK_ID="5", SLURM_ARRAY_TASK_MIN="0",
                                            SLURM_ARRAY_TASK_MAX="5", SLURM_ARRAY_TASK_STEP="1"))
        mail = self.mail()
        self.assertTrue(mail["Subject"].startswith("FAILED arr: 4 of 6 tasks of array 9: "),
                        mail["Subject"])
        text = body(mail)
        self.assertIn("1, 4", text)
        self.assertIn("2, 5", text)
        self.assertIn("ZeroDivisionError: division by zero", text)

    def test_tasks_that_fail_one_by_one_have_reports_of_their_own(self):
        self.output("slurm-9_3.out", TRACEBACK)
        self.call("-s", "Slurm Array Task Job_id=9_3 (12) Name=arr Failed, Run time 00:00:01, FAILED, "
                  "ExitCode 1", "ada",
                  variables=self.job(12, "arr", SLURM_JOB_STATE="FAILED",
                                     SLURM_JOB_EXIT_CODE="256", SLURM_ARRAY_JOB_ID="9",
                                     SLURM_ARRAY_TASK_ID="3"))
        self.assertEqual(self.mail()["X-GPUAlert-Cause"], "div_zero")


class Safety(Site):
    """Names of files and addresses come from users."""

    def nothing_read(self, secret, **more):
        self.failed(7, **more)
        mail = self.mail()
        text = body(mail)
        self.assertIn("the output was not read", " ".join(text.split()))
        self.assertNotIn(secret, mail.as_string())
        return text

    @unittest.skipIf(os.geteuid() != 0, "not root")
    def test_etc_shadow(self):
        self.nothing_read("root:", SLURM_JOB_STDOUT="/etc/shadow")

    def test_the_environment_of_the_worker_itself(self):
        self.nothing_read("GPUALERT_CONFIG", SLURM_JOB_STDOUT="/proc/self/environ")

    def test_a_link_to_what_we_may_read_and_the_owner_not(self):
        secret = self.path("secret")
        with open(secret, "w") as out:
            out.write("Traceback: TOPSECRET\n")
        os.chmod(secret, 0o600)
        os.symlink(secret, os.path.join(self.jobs, "slurm-7.out"))
        self.nothing_read("TOPSECRET")

    @unittest.skipIf(os.geteuid() != 0, "not root")
    def test_a_file_of_ours(self):
        secret = os.path.join(self.jobs, "slurm-7.out")
        with open(secret, "w") as out:
            out.write("TOPSECRET\n")
        os.chmod(secret, 0o600)
        self.nothing_read("TOPSECRET")

    def test_a_fifo_holds_nobody_up(self):
        os.mkfifo(os.path.join(self.jobs, "slurm-7.out"), 0o644)
        self.nothing_read("TOPSECRET")

    def test_a_socket_and_a_device(self):
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(os.path.join(self.jobs, "s"))
            self.nothing_read("TOPSECRET", SLURM_JOB_STDOUT="s", SLURM_JOB_STDERR="/dev/zero")

    def test_without_a_user_id_nothing_is_read(self):
        self.output("slurm-7.out", "TOPSECRET\n")
        self.nothing_read("TOPSECRET", SLURM_JOB_UID="")

    def test_addresses_that_are_none(self):
        self.output("slurm-7.out", TRACEBACK)
        self.failed(7, "-oQ/tmp,ada@x.org,bob@x.org\r\nBcc: eve@x.org")
        mail = self.mail()
        self.assertEqual(mail["To"].split(), ["ada@x.org,", "eve@x.org"])  # blanks part addresses
        self.assertIsNone(mail["Bcc"])
        self.assertIn("begins with '-'", self.journal())
        self.assertEqual(os.listdir(self.handed), [])

    def test_domains_of_the_site_only(self):
        self.configure('mailprog_domains = ["x.org"]\n')
        self.failed(7, "ada@x.org,eve@evil.test,bob")
        self.assertEqual(self.mail()["To"].split(), ["ada@x.org,", "bob"])
        self.assertIn("mailprog_domains", self.journal())

    def test_secrets_are_masked(self):
        self.output("slurm-7.out", "WANDB_API_KEY=0123456789abcdef0123456789abcdef01234567\n" + TRACEBACK)
        self.failed(7)
        self.assertNotIn("0123456789abcdef0123", self.mail().as_string())


class Together(Site):
    """The same job under `gpualert run`."""

    LINE = "gpualert: FAILED reported to ada@x.org (run 20261130T1-n1-7-job7)\n"

    def test_those_who_were_told_are_not_told_again(self):
        self.output("slurm-7.out", TRACEBACK + self.LINE)
        self.failed(7, "ada@x.org,bob@x.org")
        self.assertEqual(self.mail()["To"], "bob@x.org")

    def test_nobody_left_is_no_mail(self):
        self.output("slurm-7.out", TRACEBACK + self.LINE)
        self.failed(7)
        self.wait(lambda: "gpualert run has reported it" in self.journal(), "a word in the journal")
        self.wait(lambda: not self.waiting(), "an empty spool")
        self.assertFalse(os.path.exists(self.path("mail")))

    def test_a_wrapper_that_died_with_the_job_told_nobody(self):
        self.output("slurm-7.out", TRACEBACK)
        self.failed(7)
        self.assertEqual(self.mail()["To"], "ada@x.org")

    def test_a_success_that_was_told(self):
        self.output("slurm-7.out", "gpualert: DONE reported to ada@x.org (run 2026-n1-7-job7)\n")
        self.call("-s", "Slurm Job_id=7 Name=train Ended, Run time 00:02:00, COMPLETED, ExitCode 0",
                  "ada@x.org", variables=self.job(7, SLURM_JOB_STATE="COMPLETED",
                                                  SLURM_JOB_EXIT_CODE="0"))
        self.call("-s", "Slurm Job_id=8 Name=other Began", "bob@x.org")
        self.assertEqual(self.mail()["To"], "bob@x.org")


class Page(Site):
    """The examples of gpualert-mail(8)."""

    PAGE = os.path.join(os.path.dirname(__file__), "..", "..", "..", "man", "gpualert-mail.8")

    def test_examples_do_what_they_say(self):
        with open(self.PAGE) as page:
            examples = page.read().partition(".Sh EXAMPLES")[2].partition(".Sh SEE ALSO")[0]
        commands = [line for line in examples.splitlines() if line.startswith("gpualert-mail ")]
        self.assertEqual(len(commands), 2)
        for command in commands:
            done = subprocess.run(["/bin/sh", "-c", command], stdin=subprocess.DEVNULL,
                                  env=self.environment({"PATH": os.path.dirname(GPUALERT_MAIL)}),
                                  capture_output=True, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (0, b""), command)
        self.assertEqual(self.mail()["To"], "ada@example.org")


def main(argv):
    names = argv[1:] or ["Reports", "Arrays", "Safety", "Together", "Page"]
    suite = unittest.TestSuite(
        unittest.defaultTestLoader.loadTestsFromTestCase(globals()[name]) for name in names)
    return 0 if unittest.TextTestRunner(verbosity=1).run(suite).wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv))
