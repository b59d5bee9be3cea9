"""What the settings make of reports, from outside: settings_test.py CLASS. GPUALERT, DELIVER and
SAMPLE name the programs."""

import email
import email.policy
import glob
import gzip
import json
import os
import subprocess

from delivery_test import DELIVER, DeliveryTest, main

GPUALERT = os.environ.get("GPUALERT", "")
OFF = "Secrets are not masked in this mail: the settings say redact = false."


class SettingsTest(DeliveryTest):
    """Runs of a job whose mails lie in files."""

    def channel(self, name, more=""):
        """A channel of the settings whose mail program keeps the mail in a file."""
        program = os.path.join(self.root, name + ".sh")
        with open(program, "w") as file:
            file.write(f"#!/bin/sh\ncat >{self.root}/{name}.eml\n")
        os.chmod(program, 0o700)
        return (f'[[channel]]\nname = "{name}"\ntype = "sendmail"\ncommand = "{program}"\n'
                f'{more}\n')

    def setUp(self):
        super().setUp()
        self.work = os.path.join(self.root, "work")
        os.mkdir(self.work)

    def gpualert(self, *arguments, env=None, status=0):
        done = subprocess.run(
            [GPUALERT, *arguments], cwd=self.work, capture_output=True, text=True, timeout=90,
            env=self.environment({"GPUALERT_LIBEXEC_DIR": os.path.dirname(DELIVER),
                                  "GPUALERT_CONFIG": self.config, "LOGNAME": "ann",
                                  "GPUALERT_STATE_DIR": self.state, "TMPDIR": self.root,
                                  **(env or {})}))
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout

    def run_job(self, script, *options, env=None):
        self.gpualert("run", "--quiet", "--notify-wait", "60s", *options, "--", "sh", "-c",
                      script + "\nexit 3", env=env, status=3)

    def raw(self, name):
        with open(os.path.join(self.root, name + ".eml"), "rb") as file:
            return file.read()

    def mail(self, name):
        return email.message_from_bytes(self.raw(name), policy=email.policy.default)

    def all_text(self, mail):
        """Every part of a mail, decoded."""
        parts = [str(mail["Subject"])]
        for part in mail.walk():
            if not part.is_multipart():
                content = part.get_payload(decode=True)
                if (part.get_filename() or "").endswith(".gz"):
                    content = gzip.decompress(content)
                parts += [content.decode("utf-8", "replace"), part.get_filename() or ""]
        return "\n".join(parts)

    def manifest(self, mail):
        text = mail.get_body(("plain",)).get_content().replace("\r\n", "\n")
        start = text.index("ATTACHED AND LEFT OUT")
        return text[start:text.index("\n\n", start)]


class Redact(SettingsTest):
    JOB = 'echo "MY_KEY=zq8Kx token=zq8Kx"; echo "ValueError: my-key: zq8Kx" >&2'

    def texts(self, env=None):
        """The job's report, as it goes to everybody who is shown it."""
        peer = self.http()
        with open(self.config) as file:
            settings = file.read()
        self.configure(settings + self.channel("mail") + '[[channel]]\nname = "box"\n'
                       'type = "maildir"\n[[channel]]\nname = "hook"\ntype = "webhook"\n'
                       f'url = "http://localhost:{peer.port}/x"\n')
        self.run_job(self.JOB, "--name", "MY_RUN=zq8Kx", env=env)
        run = os.path.basename(os.path.dirname(self.gpualert("logs", "--path", env=env)))
        (_, _, hook), = peer.requests
        (box,) = self.mailbox().values()
        texts = {"mail": self.all_text(self.mail("mail")), "webhook": hook.decode(),
                 "maildir": self.all_text(email.message_from_bytes(
                     box, policy=email.policy.default))}
        for form in ("--text", "--html"):
            texts[form] = self.gpualert("report", run, form, env=env)
        texts["--eml"] = self.all_text(email.message_from_string(
            self.gpualert("report", run, "--eml", env=env), policy=email.policy.default))
        return texts

    def test_names_of_ones_own_are_masked_everywhere(self):
        self.configure('redact_keys = ["MY_*"]\n')
        for where, text in self.texts().items():
            with self.subTest(where):
                self.assertNotIn("zq8Kx", text)
                self.assertIn("[masked]", text)
                self.assertNotIn(OFF, text)
        self.assertIn("redact_keys = \"MY_*\"", self.gpualert("config", "show"))

    def test_off_nothing_is_masked_and_the_report_says_so(self):
        for where, text in self.texts({"GPUALERT_REDACT": "0"}).items():
            with self.subTest(where):
                self.assertIn("MY_RUN=zq8Kx", text)
                self.assertNotIn("[masked]", text)
                if where != "webhook":
                    self.assertIn(OFF, text)
        shown = json.loads(self.gpualert("config", "show", "--json", env={"GPUALERT_REDACT": "0"}))
        row, = [row for row in shown["settings"] if row["key"] == "redact"]
        self.assertEqual((row["value"], row["origin"]), (False, "environment"))
        found = json.loads(self.gpualert("doctor", "--no-network", "--json",
                                         env={"GPUALERT_REDACT": "0"}))
        self.assertIn("redaction", [check["what"] for check in found["checks"]])

    def test_by_default_only_what_looks_like_a_secret(self):
        for where, text in self.texts().items():
            with self.subTest(where):
                self.assertNotIn("token=zq8Kx", text)
                self.assertIn("MY_RUN=zq8Kx", text)

    def test_test_email_and_a_dry_run_obey(self):
        self.configure('redact = false\n' + self.channel("mail"))
        self.gpualert("test-email")
        self.assertIn(OFF, self.all_text(self.mail("mail")))
        self.run_job(self.JOB, "--dry-run")
        (path,) = glob.glob(os.path.join(self.state, "runs", "*", "*", "*", "report.eml"))
        with open(path, "rb") as file:
            text = self.all_text(email.message_from_bytes(file.read(),
                                                          policy=email.policy.default))
        self.assertIn("zq8Kx", text)
        self.assertIn(OFF, text)


class Budget(SettingsTest):
    # Lines that no compression makes much smaller: 3 MB of them.
    JOB = ("/usr/bin/python3 -c 'import base64, random; r = random.Random(7);\n"
           "for i in range(30000): print(i, base64.b64encode(r.randbytes(72)).decode())'")

    def test_each_channel_has_its_own_and_its_own_list(self):
        self.configure('budget = "10M"\n' + self.channel("large") +
                       self.channel("middle", 'budget = "1M"') +
                       self.channel("small", 'budget = "40K"'))
        self.run_job(self.JOB)
        sizes = [len(self.raw(name)) for name in ("large", "middle", "small")]
        self.assertLess(2 << 20, sizes[0])
        self.assertTrue(200_000 < sizes[1] <= 1 << 20, sizes)
        self.assertLessEqual(sizes[2], 40 << 10)
        self.assertIn("attached, compressed:", self.manifest(self.mail("large")))
        self.assertIn("attached in part (its first", self.manifest(self.mail("middle")))
        self.assertIn("left out (not even its end fits", self.manifest(self.mail("small")))
        for name, parts in (("large", 1), ("middle", 1), ("small", 0)):
            with self.subTest(name):
                self.assertEqual(len(list(self.mail(name).iter_attachments())), parts)
                self.assertIn("29999 ", self.mail(name).get_body(("plain",)).get_content())
        whole, = self.mail("large").iter_attachments()
        self.assertEqual(len(gzip.decompress(whole.get_payload(decode=True)).splitlines()), 30000)
        part, = self.mail("middle").iter_attachments()
        self.assertIn(b" bytes left out here]\n", gzip.decompress(part.get_payload(decode=True)))

    def test_a_relay_gets_the_largest_form_that_it_takes(self):
        for extensions, faults in ((("SIZE 1200000",), {}),
                                   ((), {"message": ["552 5.3.4 too big"] * 2})):
            with self.subTest(extensions=extensions):
                self.setUp()
                peer = self.peer(faults, extensions)
                self.smtp(peer.port, more='from = "ann@x.org"\nto = "bob@x.org"\n')
                self.run_job(self.JOB)
                self.assertEqual(len(peer.stored), 1, self.log())
                self.assertTrue(200_000 < len(peer.stored[0]) < 1_200_000, len(peer.stored[0]))
                mail = email.message_from_bytes(peer.stored[0], policy=email.policy.default)
                self.assertIn("attached in part (its first", self.manifest(mail))
                self.assertEqual(len(list(mail.iter_attachments())), 1)
                self.assertEqual(self.waiting(), [])

    def test_files_go_by_mail_only(self):
        peer = self.http()
        self.configure(self.channel("mail") + '[[channel]]\nname = "box"\ntype = "maildir"\n'
                       '[[channel]]\nname = "hook"\ntype = "webhook"\n'
                       f'url = "http://localhost:{peer.port}/x"\n')
        self.run_job("echo 1 >made.json; echo line", "--attach", "made.json")
        names = [part.get_filename() for part in self.mail("mail").iter_attachments()]
        self.assertEqual(names, ["output.log", "made.json"])
        (box,) = self.mailbox().values()
        box = email.message_from_bytes(box, policy=email.policy.default)
        self.assertEqual([part.get_filename() for part in box.iter_attachments()], ["made.json"])
        self.assertNotIn("output.log", self.manifest(box))
        self.assertEqual(len(peer.requests), 1)


if __name__ == "__main__":
    main()
