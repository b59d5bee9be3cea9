"""What a user tries before trusting it: gpualert test-email and gpualert doctor, from outside.
trial_test.py CLASS; GPUALERT, DELIVER and SAMPLE name the programs. Exit status 77: skipped."""

import json
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import delivery_test
from delivery_test import DELIVER, SLACK, DeliveryTest, Tls, needs_server

GPUALERT = os.environ.get("GPUALERT", "")


class TrialTest(DeliveryTest):
    """gpualert, run on a configuration of the test's own."""

    def gpualert(self, *arguments, env=None):
        start = time.monotonic()
        done = subprocess.run(
            [GPUALERT, *arguments],
            env=self.environment({"GPUALERT_LIBEXEC_DIR": os.path.dirname(DELIVER),
                                  "GPUALERT_CONFIG": self.config, "LOGNAME": "ann",
                                  "GPUALERT_STATE_DIR": self.state, "TMPDIR": self.root,
                                  **(env or {})}),
            capture_output=True, text=True, timeout=90)
        self.took = time.monotonic() - start
        return done


class TestEmail(TrialTest):
    def try_it(self, *arguments, status=0, env=None):
        done = self.gpualert("test-email", *arguments, env=env)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertEqual([n for n in os.listdir(self.root) if n.startswith("gpualert.")], [])
        return done.stdout

    def assert_in_order(self, text, *lines):
        at = -1
        for line in lines:
            found = text.find(line, at + 1)
            self.assertGreater(found, at, f"{line!r} in\n{text}")
            at = found

    @needs_server
    def test_the_whole_conversation_is_shown_but_the_password(self):
        server = self.server(login=("ann", "s3cret pass"))
        self.smtp(server.port, "none", 'user = "ann"\nfrom = "ann@x.org"\nto = "bob@x.org"\n')
        out = self.try_it(env={"GPUALERT_SMTP_PASSWORD": "s3cret pass"})
        self.assert_in_order(
            out, "== mail (smtp to localhost)\n", "< 220 relay.test", "> EHLO ",
            "> AUTH ", "[masked]\n", "< 235 ", "> MAIL FROM:<ann@x.org>", "> RCPT TO:<bob@x.org>",
            "> DATA\n", "< 354 ", "< 250 2.0.0 stored\n", "* sent to bob@x.org: 250 2.0.0 stored\n")
        self.assertIn("* warning: channel mail: tls = \"none\"", out)
        self.assertNotIn("s3cret", out)
        self.assertNotIn("YW5u", out)  # in base64
        (sender, recipients, message), = server.messages
        self.assertEqual((sender, recipients), ("ann@x.org", ["bob@x.org"]))
        self.assertIn(b"gpualert test-email", message)
        self.assertFalse(os.path.exists(self.path("outbox")))

    @needs_server
    def test_other_recipients_and_one_channel(self):
        server = self.server()
        self.configure(f'[[channel]]\nname = "mail"\ntype = "smtp"\nhost = "localhost"\n'
                       f'port = {server.port}\ntls = "none"\n'
                       f'[[channel]]\nname = "box"\ntype = "maildir"\npath = "{self.root}/box"\n')
        out = self.try_it("--to", "eve@x.org, dan@x.org", "--channel", "mail")
        self.assertEqual(server.messages[0][1], ["eve@x.org", "dan@x.org"])
        self.assertEqual(self.mailbox(self.root + "/box"), {})
        self.assertEqual(out.count("* sent to "), 2)
        self.try_it()
        self.assertEqual(len(self.mailbox(self.root + "/box")), 1)

    def test_without_a_configuration_it_comes_to_the_maildir(self):
        out = self.try_it()
        self.assertRegex(out, r"^== maildir\n\* sent to \S+: stored in .*/mail\n$")
        self.assertEqual(len(self.mailbox()), 1)

    def test_the_servers_words_on_failure(self):
        for faults, extensions, more, words in (
            ({"RCPT": "550 5.1.1 no such user"}, (), "",
             "* refused to bob@x.org: RCPT TO: 550 5.1.1 no such user\n"),
            ({"MAIL": "451 4.3.0 later"}, (), "", "* not sent to bob@x.org: MAIL FROM: 451 4.3.0 later\n"),
            ({"AUTH": "535 5.7.8 wrong"}, ("AUTH PLAIN",), 'user = "ann"\n',
             "* not sent to bob@x.org: login: 535 5.7.8 wrong\n"),
            ({"greeting": "close"}, (), "", "* not sent to bob@x.org: connect: "),
        ):
            with self.subTest(words=words):
                peer = self.peer(faults, extensions)
                self.smtp(peer.port, "none", 'to = "bob@x.org"\n' + more)
                out = self.try_it(status=1, env={"GPUALERT_SMTP_PASSWORD": "s3cret"})
                self.assertIn(words, out)
                self.assertNotIn("s3cret", out)

    def test_a_password_that_is_not_there(self):
        peer = self.peer({}, ("AUTH PLAIN",))
        self.smtp(peer.port, "none", 'user = "ann"\n')
        out = self.try_it(status=1)
        self.assertIn("no password for user ann", out)
        self.assertEqual(peer.sessions, 0)

    def test_usage(self):
        for arguments, words in (
            (("--to", "not an address"), "--to: address \"not an address\""),
            (("--channel", "pigeon"), "no channel is called \"pigeon\""),
            (("--bogus",), "--bogus"),
        ):
            done = self.gpualert("test-email", *arguments)
            self.assertEqual((done.returncode, done.stdout), (125, ""))
            self.assertIn(words, done.stderr)
            self.assertTrue(all(line.startswith("gpualert: ") for line in done.stderr.splitlines()))


@needs_server
class TestEmailTls(TrialTest):
    """The certificate is part of what is shown."""

    @classmethod
    def setUpClass(cls):
        Tls.setUpClass.__func__(cls)

    @classmethod
    def tearDownClass(cls):
        Tls.tearDownClass.__func__(cls)

    relay = Tls.relay

    def test_a_certificate_that_does_not_verify(self):
        self.relay("selfsigned", more='to = "bob@x.org"\n')
        done = self.gpualert("test-email")
        self.assertEqual(done.returncode, 1)
        self.assertIn("> STARTTLS\n", done.stdout)
        self.assertIn("* not sent to bob@x.org: STARTTLS: SSL certificate problem", done.stdout)


class DoctorTest(TrialTest):
    """gpualert doctor --json as {what: finding}, the first of each."""

    def doctor(self, *arguments, status=0, env=None):
        done = self.gpualert("doctor", "--json", *arguments, env=env)
        self.assertEqual((done.returncode, done.stderr), (status, ""), done.stdout)
        seen = json.loads(done.stdout)
        levels = [finding["level"] for finding in seen["checks"]]
        self.assertEqual(seen["worst"], max(levels, key=["ok", "warn", "fail"].index))
        for finding in seen["checks"]:
            self.assertEqual(finding["hint"] == "", finding["level"] == "ok", finding)
        return {finding["what"]: finding for finding in reversed(seen["checks"])}

    def assert_found(self, findings, what, level, words):
        self.assertEqual(findings[what]["level"], level, findings[what])
        self.assertRegex(findings[what]["words"], words)


class Doctor(DoctorTest):
    def test_a_healthy_place(self):
        self.configure(f'[[channel]]\nname = "box"\ntype = "maildir"\npath = "{self.root}/box"\n')
        findings = self.doctor()
        for what in ("settings", "rules", "runs directory", "free space", "outbox", "deliverer",
                     "box directory"):
            self.assertEqual(findings[what]["level"], "ok", findings[what])
        for what in ("file system", "clock", "kernel log", "cgroup", "Slurm"):
            self.assertIn(findings[what]["level"], ("ok", "warn"))
        self.assertEqual(os.listdir(self.path("runs")), [])
        self.assertFalse(os.path.exists(self.path("outbox")))

    def test_text_is_the_same_in_lines(self):
        done = self.gpualert("doctor", "--no-network")
        self.assertEqual(done.returncode, 0)
        lines = done.stdout.splitlines()
        for line in lines:
            self.assertRegex(line, r"^((ok|warn|fail) |      ) ")
        self.assertIn("ok    settings            no problem found", lines)
        self.assertIn("warn  channels            none: reports stay on this host", lines)

    @needs_server
    def test_a_relay_that_lets_us_in(self):
        server = self.server(login=("ann", "s3cret"), size=3 << 20)
        self.smtp(server.port, "none", 'user = "ann"\n')
        findings = self.doctor(env={"GPUALERT_SMTP_PASSWORD": "s3cret"})
        self.assert_found(findings, "mail name", "ok", "^localhost is .*127.0.0.1")
        self.assert_found(findings, "mail port", "ok", f"port {server.port} answers$")
        self.assert_found(findings, "mail encryption", "warn", "none")
        self.assert_found(findings, "mail login", "ok", r"^as ann \(AUTH ")
        self.assert_found(findings, "mail size", "ok", "at most 3.0 MiB")
        self.assertEqual(server.messages, [])

    def test_a_relay_that_does_not(self):
        for faults, extensions, what, words in (
            ({"AUTH": "535 5.7.8 wrong"}, ("AUTH PLAIN",), "mail login", "^login: 535 5.7.8 wrong$"),
            ({"greeting": "554 5.7.1 not you"}, (), "mail port", "554 5.7.1 not you"),
            ({"greeting": "close"}, (), "mail port", "."),
            ({"STARTTLS": "454 4.7.0 not now"}, ("STARTTLS",), "mail encryption", "454 4.7.0 not now"),
            ({"HELO": "close"}, (), "mail encryption", "(?i)tls|ssl"),
        ):
            with self.subTest(faults=faults):
                tls = "starttls" if what == "mail encryption" else "none"
                self.smtp(self.peer(faults, extensions).port, tls, 'user = "ann"\n')
                findings = self.doctor(status=1, env={"GPUALERT_SMTP_PASSWORD": "s3cret"})
                self.assert_found(findings, what, "fail", words)
                self.assertNotIn("s3cret", json.dumps(findings))

    def test_a_relay_that_offers_no_login_or_takes_little(self):
        self.smtp(self.peer({}, ("SIZE 500000",)).port, "none", 'user = "ann"\n')
        findings = self.doctor(env={"GPUALERT_SMTP_PASSWORD": "s3cret"})
        self.assert_found(findings, "mail login", "warn", "offers no login")
        self.assert_found(findings, "mail size", "warn", "at most 0.5 MiB")

    def test_a_relay_that_says_nothing_has_ten_seconds(self):
        self.smtp(self.peer({"greeting": "hang"}).port)
        findings = self.doctor(status=1)
        self.assert_found(findings, "mail port", "fail", "(?i)timed? ?out")
        self.assertLess(self.took, 10 + SLACK)

    def test_one_that_hangs_after_quit_holds_nobody(self):
        self.smtp(self.peer({"QUIT": "hang"}).port, "none")
        self.doctor()
        self.assertLess(self.took, SLACK)

    def test_without_the_network_the_password_is_looked_for(self):
        peer = self.peer({})
        self.smtp(peer.port, "none", 'user = "ann"\n')
        findings = self.doctor("--no-network", status=1)
        self.assert_found(findings, "mail password", "fail", "no password for user ann")
        findings = self.doctor("--no-network", env={"GPUALERT_SMTP_PASSWORD": "x"})
        self.assertEqual(findings["mail password"]["level"], "ok")
        self.assertEqual(peer.sessions, 0)
        self.assertNotIn("mail name", findings)

    def test_programs_and_places_that_are_not_there(self):
        self.configure(f'[[channel]]\ntype = "sendmail"\ncommand = "{self.root}/none -t"\n'
                       '[[channel]]\ntype = "maildir"\npath = "/dev/null/mail"\n')
        findings = self.doctor(status=1)
        self.assert_found(findings, "sendmail program", "fail", "/none: not there")
        self.assert_found(findings, "maildir directory", "fail", "/dev/null/mail: /dev/null")

    def test_a_runs_directory_that_cannot_be(self):
        findings = self.doctor(status=1, env={"GPUALERT_RUNS_DIR": "/proc/runs"})
        self.assert_found(findings, "runs directory", "fail", "/proc/runs")

    def test_a_runs_directory_in_memory(self):
        if not os.path.ismount("/dev/shm"):
            self.skipTest("/dev/shm is no file system of its own")
        place = tempfile.mkdtemp(prefix="gpualert.", dir="/dev/shm")
        self.addCleanup(shutil.rmtree, place)
        findings = self.doctor(env={"GPUALERT_RUNS_DIR": place})
        self.assert_found(findings, "file system", "warn", "tmpfs")

    def test_what_waits_and_what_was_given_up(self):
        peer = self.peer({"RCPT": "550 5.1.1 no such user", "MAIL": "250 ok"})
        self.smtp(peer.port)
        self.enqueue()
        self.deliver()
        peer.faults = {"MAIL": "451 4.3.0 later"}
        self.enqueue()
        self.deliver()
        findings = self.doctor("--no-network")
        self.assert_found(findings, "outbox", "warn", "1 waiting; the oldest for .*451 4.3.0 later")
        self.assert_found(findings, "dead letters", "warn", "dead: 1 that were refused")

    def test_settings_and_rules_that_are_wrong(self):
        self.configure('nmae = "x"\n')
        with open(os.path.join(self.root, "rules.json"), "w") as file:
            file.write("[{")
        findings = self.doctor(env={"GPUALERT_RULES": os.path.join(self.root, "rules.json")})
        self.assert_found(findings, "settings", "warn", r'config.toml:1:1: unknown key "nmae"')
        self.assert_found(findings, "rules", "warn", r"rules.json:\d")

    def test_usage(self):
        done = self.gpualert("doctor", "--bogus")
        self.assertEqual((done.returncode, done.stdout), (125, ""))


class Secrets(TrialTest):
    """Where a password must not be found."""

    def hanging(self, **options):
        """A deliverer in the middle of a login, its argv and its pid."""
        peer = self.peer({"AUTH": "hang"}, ("AUTH PLAIN",))
        self.smtp(peer.port, "none", 'user = "ann"\n')
        self.enqueue()
        process = subprocess.Popen(self.command(30), **options,
                                   env=self.environment({"GPUALERT_SMTP_PASSWORD": "s3cret"}))
        self.addCleanup(process.kill)
        while not any(b"AUTH" in command for command in peer.commands) and process.poll() is None:
            time.sleep(0.01)
        return process

    @staticmethod
    def allow_core():
        _, most = resource.getrlimit(resource.RLIMIT_CORE)
        resource.setrlimit(resource.RLIMIT_CORE, (most, most))

    def dumps_core(self, process):
        process.send_signal(signal.SIGSEGV)
        _, status = os.waitpid(process.pid, 0)
        process.returncode = -signal.SIGSEGV
        self.assertTrue(os.WIFSIGNALED(status))
        return os.WCOREDUMP(status)

    def test_no_core_file(self):
        place = {"cwd": self.root, "preexec_fn": self.allow_core}
        if not self.dumps_core(subprocess.Popen(["sleep", "60"], **place)):
            self.skipTest("no process dumps core here")
        self.assertFalse(self.dumps_core(self.hanging(**place)))

    def test_not_in_argv(self):
        process = self.hanging()
        with open(f"/proc/{process.pid}/cmdline", "rb") as file:
            self.assertNotIn(b"s3cret", file.read())

    def test_not_in_the_jobs_environment(self):
        self.configure('[[channel]]\ntype = "smtp"\nhost = "localhost"\nuser = "ann"\n'
                       'password_env = "MY_PASSWORD"\n')
        done = self.gpualert("run", "--no-notify", "env", env={
            "MY_PASSWORD": "s3cret", "GPUALERT_SMTP_PASSWORD": "s3cret too", "OTHER": "stays"})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("OTHER=stays", done.stdout)
        self.assertNotIn("s3cret", done.stdout)


@needs_server
class DoctorTls(DoctorTest):
    @classmethod
    def setUpClass(cls):
        Tls.setUpClass.__func__(cls)

    @classmethod
    def tearDownClass(cls):
        Tls.tearDownClass.__func__(cls)

    relay = Tls.relay

    def test_certificates(self):
        for certificate, tls, more, trusted, level, words in (
            ("good", "starttls", "", True, "ok|warn", "starttls, TLSv1.3.*certificate of .*until "),
            ("good", "implicit", "", True, "ok|warn", "implicit, TLSv1.3.*certificate of .*until "),
            ("good", "starttls", "", False, "fail", "certificate"),
            ("selfsigned", "implicit", "", True, "fail", "certificate"),
            ("selfsigned", "starttls", "insecure = true\n", False, "warn", "not verified"),
        ):
            with self.subTest(certificate=certificate, tls=tls, more=more):
                self.relay(certificate, tls, more, trusted)
                findings = self.doctor(status=1 if level == "fail" else 0)
                self.assertIn(findings["mail encryption"]["level"], level.split("|"))
                self.assertRegex(findings["mail encryption"]["words"], words)


if __name__ == "__main__":
    delivery_test.main()
