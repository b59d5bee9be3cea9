"""The report, the outbox and gpualert-deliver from outside: delivery_test.py CLASS.
DELIVER and SAMPLE name the programs. Exit status 77: skipped, with the reason printed."""

import email
import email.policy
import fcntl
import json
import os
import random
import re
import shutil
import signal
import socket
import stat
import struct
import subprocess
import sys
import tempfile
import time
import unittest

import peers

DELIVER = os.environ.get("DELIVER", "")
SAMPLE = os.environ.get("SAMPLE", "")
SLACK = 8  # seconds that a loaded machine may add to any time limit

try:
    import aiosmtpd  # noqa: F401
except ImportError:
    aiosmtpd = None
needs_server = unittest.skipIf(aiosmtpd is None, "python3-aiosmtpd is not installed")


class DeliveryTest(unittest.TestCase):
    """A state directory, a configuration, and the deliverer run on them."""

    def setUp(self):
        self.root = tempfile.mkdtemp(prefix="gpualert-delivery.")
        self.addCleanup(shutil.rmtree, self.root, ignore_errors=True)
        self.state = os.path.join(self.root, "state")
        self.config = os.path.join(self.root, "config.toml")
        self.runs = 0
        self.configure("")

    def configure(self, text):
        with open(self.config, "w") as file:
            file.write(text)

    def smtp(self, port, tls="none", more=""):
        self.configure(
            f'[[channel]]\nname = "mail"\ntype = "smtp"\nhost = "localhost"\nport = {port}\n'
            f'tls = "{tls}"\n{more}\n'
        )

    def enqueue(self, channel="mail", to=("bob@x.org",), run=None, minimal=False, between=""):
        self.runs += 1
        run = run or f"run{self.runs:04}"
        subprocess.run(
            [SAMPLE, "enqueue", self.state, run, channel, "ann@x.org", *to], check=True,
            env={**os.environ, **({"MINIMAL": "1"} if minimal else {}), "BETWEEN": between},
        )
        return f"{run}.{channel}"

    def command(self, deadline):
        return [DELIVER, "--state", self.state, "--config", self.config, "--deadline", str(deadline)]

    def environment(self, extra=None):
        sanitizer = {k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")}
        return {"PATH": os.environ["PATH"], "HOME": self.root, "TZ": "UTC", **sanitizer,
                **(extra or {})}

    def deliver(self, deadline=10, env=None, more=()):
        """Runs it to its end; fails when it overstays its deadline."""
        start = time.monotonic()
        done = subprocess.run(
            [*self.command(deadline), *more],
            env=self.environment(env),
            capture_output=True,
            timeout=deadline + SLACK,
        )
        self.took = time.monotonic() - start
        self.assertEqual((done.stdout, done.stderr), (b"", b""))
        return done.returncode

    def path(self, *names):
        return os.path.join(self.state, *names)

    def waiting(self):
        outbox = self.path("outbox")
        return sorted(
            name for name in os.listdir(outbox)
            if name not in ("due", "dead", "held", "rate") and not name.startswith(".")
        )

    def dead(self):
        return sorted(os.listdir(self.path("outbox", "dead")))

    def envelope(self, *names):
        with open(self.path("outbox", *names, "envelope.json")) as file:
            return json.load(file)

    def message(self, *names):
        with open(self.path("outbox", *names, "message.eml"), "rb") as file:
            return file.read()

    def log(self):
        with open(self.path("deliver.log")) as file:
            return file.read()

    def mailbox(self, directory=None):
        fresh = os.path.join(directory or self.path("mail"), "new")
        if not os.path.isdir(fresh):
            return {}
        mails = {}
        for name in sorted(os.listdir(fresh)):
            with open(os.path.join(fresh, name), "rb") as file:
                mails[name] = file.read()
        return mails

    def peer(self, faults, extensions=(), **how):
        peer = peers.FaultPeer(faults, extensions, **how)
        self.addCleanup(peer.close)
        return peer

    def http(self, **options):
        peer = peers.HttpPeer(**options)
        self.addCleanup(peer.close)
        return peer

    def server(self, **options):
        server = peers.RealServer(**options)
        self.addCleanup(server.close)
        return server


class Report(DeliveryTest):
    """What compose_report writes, read by an independent parser."""

    def setUp(self):
        super().setUp()
        self.raw = subprocess.run([SAMPLE, "compose"], check=True, capture_output=True,
                                  env=self.environment()).stdout
        self.mail = email.message_from_bytes(self.raw, policy=email.policy.default)

    def test_lines_are_short_and_end_in_crlf(self):
        self.assertTrue(self.raw.endswith(b"\r\n"))
        self.assertEqual(self.raw.count(b"\n"), self.raw.count(b"\r\n"))
        self.assertEqual(self.raw.count(b"\r"), self.raw.count(b"\r\n"))
        self.assertLessEqual(max(map(len, self.raw.split(b"\r\n"))), 78)
        self.assertTrue(all(byte < 128 for byte in self.raw))

    def test_headers(self):
        self.assertEqual(self.mail.defects, [])
        self.assertEqual(
            sorted(self.mail.keys()),
            sorted(["Date", "From", "To", "Subject", "Message-ID", "User-Agent", "Auto-Submitted",
                    "X-GPUAlert-Cause", "X-GPUAlert-Host", "X-GPUAlert-Run", "X-GPUAlert-Status",
                    "MIME-Version", "Content-Type"]),
        )
        self.assertEqual(self.mail["Date"], "Tue, 03 Mar 2026 03:29:09 +0000")
        self.assertEqual(self.mail["From"], "gpualert <ann@x.org>")
        self.assertEqual(self.mail["To"], "bob@x.org, eve@x.org")
        self.assertRegex(self.mail["Message-ID"],
                         r"^<20260303T011409\.123456Z-gpu07-4711\.1@[A-Za-z0-9.-]+>$")
        self.assertEqual(self.mail["Auto-Submitted"], "auto-generated")
        self.assertEqual(self.mail["X-GPUAlert-Cause"], "oom_killer")

    def test_a_hostile_job_name_is_a_subject_and_nothing_else(self):
        self.assertEqual(
            self.mail["Subject"],
            'FAILED größe, "quoted" <x>  Bcc: everyone@example.org: '
            "Killed for memory by the kernel – größe, after 2 h 15 min on gpu07",
        )

    def test_body(self):
        self.assertEqual(self.mail.get_content_type(), "multipart/alternative")
        plain, html = self.mail.iter_parts()
        self.assertEqual((plain.get_content_type(), html.get_content_type()),
                         ("text/plain", "text/html"))
        self.assertEqual((plain.defects, html.defects), ([], []))
        self.assertEqual((plain.get_content_charset(), html.get_content_charset()),
                         ("utf-8", "utf-8"))
        self.assertIn("Killed for memory by the kernel – größe", html.get_content())
        self.assertIn("größe, &quot;quoted&quot; &lt;x&gt;", html.get_content())
        body = plain.get_content().replace("\r\n", "\n")
        self.assertIn("killed by SIGKILL after 2 h 15 min", body)
        self.assertIn("\n  .\n  ..\n  From here on: ask for more memory.\n", body)
        self.assertIn("oom-kill: \ufffdtask", body)
        self.assertIn("--api-key [masked] $'caf\\xe9' '[1,2]'", body)
        self.assertIn("x" * 900, body)
        self.assertNotIn("hunter2", self.raw.decode())


class Fixture:
    """One channel for the contract: its configuration, where its mail arrives, how it fails."""

    def __init__(self, test):
        self.test = test

    def form_of(self, envelope, mail):
        """What arrives of a message, where it is not as it was queued."""
        return mail

    def ids(self):
        return [re.search(rb"Message-ID: <(run\d+)", mail)[1] for mail in self.received()]


class MaildirFixture(Fixture):
    def works(self):
        self.directory = os.path.join(self.test.root, "inbox")
        self.test.configure(f'[[channel]]\nname = "mail"\ntype = "maildir"\n'
                            f'path = "{self.directory}"\n')

    def received(self):
        return list(self.test.mailbox(self.directory).values())

    def fails(self):
        with open(os.path.join(self.test.root, "inbox"), "w"):
            pass  # a file where the directory should be
        self.works()

    def hangs(self):
        return False  # nobody is on the other side


class SendmailFixture(Fixture):
    def command(self, script):
        path = os.path.join(self.test.root, "sendmail")
        with open(path, "w") as file:
            file.write("#!/bin/sh\n" + script)
        os.chmod(path, 0o755)
        self.test.configure(f'[[channel]]\nname = "mail"\ntype = "sendmail"\n'
                            f'command = "{path} -t -i"\n')

    def works(self):
        self.inbox = os.path.join(self.test.root, "inbox")
        os.mkdir(self.inbox)
        self.command(f"cat > {self.inbox}/$$.tmp && mv {self.inbox}/$$.tmp {self.inbox}/$$\n")

    def received(self):
        return [open(os.path.join(self.inbox, name), "rb").read() for name in os.listdir(self.inbox)]

    def fails(self):
        self.command("echo queue is full >&2; exit 75\n")

    def hangs(self):
        self.command("trap '' TERM; sleep 60\n")
        return True


class SmtpFixture(Fixture):
    def works(self):
        if aiosmtpd is None:
            self.test.skipTest("python3-aiosmtpd is not installed")
        self.server = self.test.server()
        self.test.smtp(self.server.port)

    def received(self):
        return [content for _, _, content in self.server.messages]

    def fails(self):
        self.test.smtp(self.test.peer({"MAIL": "451 4.3.0 later"}).port)

    def hangs(self):
        self.test.smtp(self.test.peer({"greeting": "hang"}).port)
        return True


class WebhookFixture(Fixture):
    def hook(self, **options):
        self.peer = self.test.http(**options)
        self.test.configure(f'[[channel]]\nname = "mail"\ntype = "webhook"\n'
                            f'url = "http://localhost:{self.peer.port}/hook"\n')

    def works(self):
        self.hook()

    def received(self):
        return [body for _, _, body in self.peer.requests]

    def form_of(self, envelope, mail):
        """Not the mail, but the report's facts."""
        facts = envelope["facts"]
        body = json.loads(self.received()[0])
        self.test.assertEqual({key: body[key] for key in facts}, facts)
        self.test.assertEqual((body["run"], body["subject"]),
                              (envelope["run"], envelope["subject"]))
        return self.received()[0]

    def ids(self):
        return [json.loads(body)["message_id"].split(".")[0].encode() for body in self.received()]

    def fails(self):
        self.hook(status=503)

    def hangs(self):
        self.hook(fault="hang")
        return True


class Contract(DeliveryTest):
    """What every channel keeps to."""

    def each(self):
        types = subprocess.run([DELIVER, "--channels"], check=True, capture_output=True, text=True)
        for name in types.stdout.split():
            with self.subTest(channel=name):
                self.setUp()
                yield globals()[name.capitalize() + "Fixture"](self)

    def test_a_message_arrives_whole_and_leaves_the_outbox(self):
        for fixture in self.each():
            fixture.works()
            name = self.enqueue()
            envelope, sent = self.envelope(name), self.message(name).replace(b"\r\n", b"\n")
            self.assertEqual(self.deliver(), 0)
            received = [mail.replace(b"\r\n", b"\n") for mail in fixture.received()]
            self.assertEqual(received, [fixture.form_of(envelope, sent)])
            self.assertEqual(self.waiting(), [])
            self.assertFalse(os.path.exists(self.path("outbox", "due")))
            self.assertIn(f"{name}: sent to bob@x.org", self.log())

    def test_a_hundred_messages_arrive_once_each(self):
        for fixture in self.each():
            fixture.works()
            with open(self.config, "r+") as file:
                text = file.read()
                file.seek(0)
                file.write("mails_per_hour = 0\n" + text)
            for _ in range(25):
                self.enqueue()
            self.assertEqual(self.deliver(), 0)
            self.assertEqual(sorted(fixture.ids()), [b"run%04d" % n for n in range(1, 26)])

    def test_a_failure_that_may_pass_keeps_the_message(self):
        for fixture in self.each():
            fixture.fails()
            name = self.enqueue()
            before = self.message(name)
            self.assertEqual(self.deliver(), 0)
            self.assertEqual(self.waiting(), [name])
            self.assertEqual(self.message(name), before)
            envelope = self.envelope(name)
            self.assertEqual((envelope["state"], envelope["tries"]), ("deferred", 1))
            self.assertNotEqual(envelope["last_error"], "")
            self.assertGreater(envelope["next_try_ns"], time.time_ns() + 30 * 10**9)
            self.assertEqual(self.dead(), [])

    def test_one_that_hangs_does_not_hold_the_deliverer(self):
        for fixture in self.each():
            if not fixture.hangs():
                continue
            name = self.enqueue()
            self.assertEqual(self.deliver(deadline=2), 0)
            self.assertEqual(self.waiting(), [name])
            self.assertEqual(self.envelope(name)["state"], "deferred")


@needs_server
class Tls(DeliveryTest):
    @classmethod
    def setUpClass(cls):
        if shutil.which("openssl") is None:
            raise unittest.SkipTest("openssl is not installed")
        cls.certificates = tempfile.mkdtemp(prefix="gpualert-certificates.")
        peers.make_certificates(cls.certificates)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.certificates)

    def relay(self, certificate, tls="starttls", more="", trusted=True):
        server = self.server(tls=tls, context=peers.server_context(self.certificates, certificate))
        ca = f'ca_file = "{self.certificates}/ca.pem"\n' if trusted else ""
        self.smtp(server.port, tls, ca + more)
        return server

    def assert_deferred(self, server, name, reason):
        self.assertEqual(server.messages, [])
        self.assertEqual(self.waiting(), [name])
        self.assertRegex(self.envelope(name)["last_error"], reason)

    def test_starttls_and_implicit_tls_with_a_verified_certificate(self):
        for tls in ("starttls", "implicit"):
            server = self.relay("good", tls)
            name = self.enqueue()
            self.deliver()
            self.assertEqual(len(server.messages), 1, self.log())
            self.assertEqual(self.waiting(), [], name)

    def test_a_certificate_that_does_not_verify_is_refused(self):
        for certificate, trusted in (("good", False), ("selfsigned", True), ("wronghost", True),
                                     ("expired", True)):
            for tls in ("starttls", "implicit"):
                with self.subTest(certificate=certificate, tls=tls):
                    self.setUp()
                    server = self.relay(certificate, tls, trusted=trusted)
                    name = self.enqueue()
                    self.deliver()
                    self.assert_deferred(server, name, "(?i)certificate|SSL|subject name")

    def test_insecure_sends_and_warns_each_time(self):
        server = self.relay("selfsigned", "starttls", "insecure = true\n", trusted=False)
        for times in (1, 2):
            self.enqueue()
            self.deliver()
            self.assertEqual(len(server.messages), times)
            self.assertEqual(self.log().count("warning: channel mail: insecure = true"), times)

    def test_without_starttls_on_offer_nothing_is_said_in_clear(self):
        for faults, extensions in (({}, ()), ({"STARTTLS": "454 4.7.0 not now"}, ("STARTTLS",)),
                                   ({"STARTTLS": "close"}, ("STARTTLS",)),
                                   ({"STARTTLS": "garbage"}, ("STARTTLS",)),
                                   # words before the handshake that pretend to come after it
                                   ({"STARTTLS": "220 go\r\n250 2.1.0 OK"}, ("STARTTLS",))):
            with self.subTest(faults=faults):
                self.setUp()
                peer = self.peer(faults, extensions)
                self.smtp(peer.port, "starttls", 'user = "u"\n')
                name = self.enqueue()
                self.deliver(env={"GPUALERT_SMTP_PASSWORD": "s3cret"})
                self.assertEqual(self.waiting(), [name])
                verbs = {line.split()[0] for line in peer.commands if line.split()}
                self.assertLessEqual(verbs, {b"EHLO", b"HELO", b"STARTTLS", b"QUIT"})


@needs_server
class Login(DeliveryTest):
    def relay(self, more):
        server = self.server(login=("ann", "s3cret pass"))
        self.smtp(server.port, "none", 'user = "ann"\n' + more)
        return server

    def assert_secret_nowhere(self):
        for directory, _, names in os.walk(self.state):
            for name in names:
                with open(os.path.join(directory, name), "rb") as file:
                    self.assertNotIn(b"s3cret", file.read(), name)

    def secret_file(self, mode):
        path = os.path.join(self.root, "password")
        with open(path, "w") as file:
            file.write("s3cret pass\nsecond line\n")
        os.chmod(path, mode)
        return path

    def assert_logged_in(self, server):
        self.assertEqual([pair for _, pair in server.logins], [("ann", "s3cret pass")], self.log())
        self.assertEqual(len(server.messages), 1)
        self.assert_secret_nowhere()

    def test_password_from_the_environment(self):
        server = self.relay("")
        self.enqueue()
        self.deliver(env={"GPUALERT_SMTP_PASSWORD": "s3cret pass"})
        self.assert_logged_in(server)
        self.assertIn("the password goes to localhost unencrypted", self.log())

    def test_password_from_a_private_file(self):
        server = self.relay(f'password_file = "{self.secret_file(0o600)}"\n')
        self.enqueue()
        self.deliver()
        self.assert_logged_in(server)

    def test_password_from_a_command(self):
        path = self.secret_file(0o600)
        server = self.relay(f'password_command = "cat {path}"\n')
        self.enqueue()
        self.deliver()
        self.assert_logged_in(server)

    def test_without_a_usable_password_the_message_waits_and_the_reason_is_told(self):
        path = self.secret_file(0o644)
        for more, reason in (
            ("", "no password for user ann: set GPUALERT_SMTP_PASSWORD"),
            (f'password_file = "{path}"\n', "others can read it"),
            (f'password_file = "{path}.none"\n', "No such file"),
            ('password_command = "echo vault is sealed >&2; exit 3"\n',
             "password_command: exit status 3: vault is sealed"),
            ('password_command = "true"\n', "the password is empty"),
        ):
            with self.subTest(reason=reason):
                shutil.rmtree(self.state, ignore_errors=True)
                server = self.relay(more)
                name = self.enqueue()
                self.deliver()
                self.assertEqual((server.messages, server.logins), ([], []))
                self.assertIn(reason, self.envelope(name)["last_error"])

    def test_a_password_command_that_asks_cannot_hold_the_deliverer(self):
        self.relay('password_command = "sleep 60"\n')
        name = self.enqueue()
        self.deliver(deadline=2)
        self.assertIn("no answer in time", self.envelope(name)["last_error"])

    def test_a_refused_login_waits_for_a_better_configuration(self):
        server = self.relay("")
        name = self.enqueue()
        self.deliver(env={"GPUALERT_SMTP_PASSWORD": "wrong s3cret"})
        self.assertEqual(server.messages, [])
        self.assertEqual(self.waiting(), [name])
        self.assertIn("login: 535", self.envelope(name)["last_error"])
        self.assert_secret_nowhere()

    def test_421_at_login_is_temporary(self):
        peer = self.peer({"AUTH": "421 4.7.0 too many"}, ("AUTH PLAIN",))
        self.smtp(peer.port, "none", 'user = "ann"\n')
        name = self.enqueue()
        self.deliver(env={"GPUALERT_SMTP_PASSWORD": "x"})
        self.assertEqual(self.waiting(), [name])

    def test_the_password_reaches_no_child(self):
        self.configure(
            f'[[channel]]\nname = "mail"\ntype = "sendmail"\ncommand = "env > {self.root}/env; '
            'cat >/dev/null; true"\n[[channel]]\nname = "other"\ntype = "smtp"\nhost = "localhost"\n'
        )
        self.enqueue()
        self.deliver(env={"GPUALERT_SMTP_PASSWORD": "s3cret"})
        with open(os.path.join(self.root, "env")) as file:
            self.assertNotIn("s3cret", file.read())


class Faults(DeliveryTest):
    """Every way in which a relay was seen to fail (and then some): is the message kept, buried or
    gone, and does the deliverer end in time?"""

    KEPT, DEAD, GONE = "kept", "dead", "gone"
    CASES = [
        # what the peer does, what becomes of the message, how often the peer stored it
        ("greeting-hang", {"greeting": "hang"}, KEPT, 0),
        ("greeting-close", {"greeting": "close"}, KEPT, 0),
        ("greeting-reset", {"greeting": "reset"}, KEPT, 0),
        ("greeting-garbage", {"greeting": "garbage"}, KEPT, 0),
        ("greeting-421", {"greeting": "421 4.3.2 busy"}, KEPT, 0),
        ("greeting-554", {"greeting": "554 5.7.1 no service here"}, KEPT, 0),
        ("greeting-long-line", {"greeting": "220 " + "x" * 4000}, GONE, 1),
        ("ehlo-hang", {"EHLO": "hang"}, KEPT, 0),
        ("ehlo-close", {"EHLO": "close"}, KEPT, 0),
        ("ehlo-200-lines", {"EHLO": "\r\n".join(["250-X-LINE"] * 200 + ["250 HELP"])}, GONE, 1),
        ("ehlo-nul", {"EHLO": "250 rel\0ay"}, GONE, 1),
        ("mail-nul", {"MAIL": "250 o\0k"}, GONE, 1),
        ("ehlo-502", {"EHLO": "502 5.5.2 what is EHLO"}, GONE, 1),
        ("mail-451", {"MAIL": "451 4.3.0 later"}, KEPT, 0),
        ("mail-421", {"MAIL": "421 4.3.2 shutting down"}, KEPT, 0),
        ("mail-450", {"MAIL": "450 4.1.8 unknown domain"}, KEPT, 0),
        ("mail-554", {"MAIL": "554 5.7.1 no"}, DEAD, 0),
        ("mail-530", {"MAIL": "530 5.7.0 log in first"}, KEPT, 0),
        ("mail-550", {"MAIL": "550 5.7.1 sender denied"}, DEAD, 0),
        ("mail-552", {"MAIL": "552 5.3.4 too big"}, DEAD, 0),
        ("mail-hang", {"MAIL": "hang"}, KEPT, 0),
        ("rcpt-450", {"RCPT": "450 4.2.0 greylisted"}, KEPT, 0),
        ("rcpt-550", {"RCPT": "550 5.1.1 no such user"}, DEAD, 0),
        ("rcpt-451", {"RCPT": "451 4.3.0 later"}, KEPT, 0),
        ("rcpt-530", {"RCPT": "530 5.7.0 log in first"}, KEPT, 0),
        ("rcpt-552", {"RCPT": "552 5.2.2 mailbox full"}, DEAD, 0),
        ("rcpt-554", {"RCPT": "554 5.7.1 no"}, DEAD, 0),
        ("rcpt-421", {"RCPT": "421 4.3.2 shutting down"}, KEPT, 0),
        ("data-451", {"DATA": "451 4.3.0 later"}, KEPT, 0),
        ("data-421", {"DATA": "421 4.3.2 shutting down"}, KEPT, 0),
        ("data-450", {"DATA": "450 4.2.0 later"}, KEPT, 0),
        ("data-552", {"DATA": "552 5.3.4 too big"}, DEAD, 0),
        ("data-554", {"DATA": "554 5.5.1 no"}, DEAD, 0),
        ("content-close", {"content": "close"}, KEPT, 0),
        ("content-reset", {"content": "reset"}, KEPT, 0),
        ("content-stall", {"content": "stall"}, KEPT, 0),
        ("dot-451", {"message": "451 4.3.0 queue full"}, KEPT, 0),
        ("dot-452", {"message": "452 4.3.1 disk full"}, KEPT, 0),
        ("dot-552", {"message": "552 5.2.3 too long"}, DEAD, 0),
        ("dot-554", {"message": "554 5.7.1 spam"}, DEAD, 0),
        ("dot-hang", {"message": "hang"}, KEPT, 0),
        ("dot-stored-then-hang", {"message": "store+hang"}, KEPT, 1),
        ("dot-stored-then-close", {"message": "store+close"}, KEPT, 1),
        ("quit-hang", {"QUIT": "hang"}, GONE, 1),
        ("quit-close", {"QUIT": "close"}, GONE, 1),
        ("none", {}, GONE, 1),
    ]

    def run_case(self, faults, fate, stored):
        peer = self.peer(faults)
        self.smtp(peer.port)
        name = self.enqueue()
        text = self.message(name)
        hangs = any("hang" in what or "stall" in what for what in faults.values())
        self.assertEqual(self.deliver(deadline=2 if hangs else 20), 0)
        log = self.log()
        self.assertEqual(len(peer.stored), stored, log)
        self.assertEqual(self.waiting(), [name] if fate == self.KEPT else [], log)
        self.assertEqual(self.dead(), [name] if fate == self.DEAD else [], log)
        if fate == self.KEPT:
            self.assertEqual(self.message(name), text)
            self.assertEqual(self.envelope(name)["state"], "deferred")
        if fate == self.DEAD:
            self.assertEqual(self.message("dead", name), text)
            self.assertEqual(self.envelope("dead", name)["state"], "dead")

    def test_each(self):
        for label, faults, fate, stored in self.CASES:
            with self.subTest(label):
                self.setUp()
                self.run_case(faults, fate, stored)

    def test_nothing_listens(self):
        listener = peers.listen()
        port = listener.getsockname()[1]
        listener.close()
        self.smtp(port)
        name = self.enqueue()
        self.assertEqual(self.deliver(), 0)
        self.assertEqual(self.waiting(), [name])
        self.assertIn("connect: ", self.envelope(name)["last_error"])

    def test_no_such_host(self):
        self.configure('[[channel]]\nname = "mail"\ntype = "smtp"\nhost = "relay.invalid"\n')
        name = self.enqueue()
        self.assertEqual(self.deliver(), 0)
        self.assertEqual(self.waiting(), [name])

    def test_a_dead_relay_is_asked_once_for_many_messages(self):
        peer = self.peer({"greeting": "421 4.3.2 busy"})
        self.smtp(peer.port)
        for _ in range(10):
            self.enqueue()
        self.deliver()
        self.assertEqual(peer.sessions, 1)
        self.assertEqual(len(self.waiting()), 10)
        untouched = [name for name in self.waiting() if self.envelope(name)["tries"] == 0]
        self.assertEqual(len(untouched), 9)

    def test_the_same_message_id_at_every_try(self):
        peer = self.peer({"message": "store+close"})
        self.smtp(peer.port)
        self.enqueue()
        self.deliver()
        self.deliver(more=["--all"])
        self.assertEqual(len(peer.stored), 2)
        self.assertEqual(peer.stored[0], peer.stored[1])


@needs_server
class Recipients(DeliveryTest):
    def test_one_refused_recipient_does_not_stop_the_others(self):
        server = self.server(reject={"gone@": "550 5.1.1 no such user"})
        self.smtp(server.port)
        name = self.enqueue(to=("a@x.org", "gone@x.org", "b@x.org"))
        self.deliver()
        self.assertEqual([to for _, to, _ in server.messages], [["a@x.org", "b@x.org"]])
        self.assertEqual(self.waiting(), [])
        self.assertEqual(self.dead(), [name])
        dead = self.envelope("dead", name)
        self.assertEqual((dead["to"], dead["state"]), (["gone@x.org"], "dead"))
        self.assertIn("550 5.1.1 no such user", dead["last_error"])

    def test_a_deferred_recipient_is_tried_alone_later(self):
        server = self.server(reject={"later@": "450 4.2.0 greylisted"})
        self.smtp(server.port)
        name = self.enqueue(to=("a@x.org", "later@x.org", "gone@x.org"))
        self.deliver()
        self.assertEqual([to for _, to, _ in server.messages], [["a@x.org", "gone@x.org"]])
        self.assertEqual(self.envelope(name)["to"], ["later@x.org"])
        server.close()
        server = self.server()
        self.smtp(server.port)
        self.deliver(more=["--all"])
        self.assertEqual([to for _, to, _ in server.messages], [["later@x.org"]])
        self.assertEqual((self.waiting(), self.dead()), ([], []))

    def test_sendmail_serves_the_envelope_not_the_header(self):
        program = os.path.join(self.root, "sendmail")
        with open(program, "w") as file:
            file.write(f'#!/bin/sh\nprintf "%s\\n" "$@" > {self.root}/args; cat > {self.root}/mail\n')
        os.chmod(program, 0o755)
        for options, arguments in (("-i", ["-i", "--", "a@x.org", "b@x.org"]), ("-t -i", ["-t", "-i"])):
            self.configure(f'[[channel]]\nname = "mail"\ntype = "sendmail"\n'
                           f'command = "{program} {options}"\n')
            name = self.enqueue(to=("a@x.org", "b@x.org", "c@x.org"))
            path = self.path("outbox", name, "envelope.json")
            envelope = self.envelope(name)
            envelope["to"] = ["a@x.org", "b@x.org"]
            with open(path, "w") as file:
                json.dump(envelope, file)
            self.deliver()
            with open(os.path.join(self.root, "args")) as file:
                self.assertEqual(file.read().split(), arguments)
            with open(os.path.join(self.root, "mail"), "rb") as file:
                raw = file.read()
            self.assertNotIn(b"\r", raw)
            mail = email.message_from_bytes(raw, policy=email.policy.default)
            self.assertEqual(mail["To"], "a@x.org, b@x.org, c@x.org" if options == "-i"
                             else "a@x.org, b@x.org")
            self.assertEqual(mail["From"], "gpualert <ann@x.org>")

    def test_sendmail_that_knows_no_such_user_is_final(self):
        self.configure('[[channel]]\nname = "mail"\ntype = "sendmail"\n'
                       'command = "sh -c \'echo unknown user >&2; exit 67\'"\n')
        name = self.enqueue()
        self.deliver()
        self.assertEqual(self.dead(), [name])
        self.assertIn("unknown user", self.envelope("dead", name)["last_error"])


class Size(DeliveryTest):
    """A relay that finds the message too large gets the form without attachments."""

    def relay(self, faults, extensions=()):
        peer = self.peer(faults, extensions)
        self.smtp(peer.port)
        return peer

    def assert_small_one_sent(self, peer, name):
        self.assertEqual(len(peer.stored), 1, self.log())
        self.assertTrue(peer.stored[0].endswith(b"\r\n\r\nsmall\r\n"))
        self.assertIn(b"Message-ID: <%s.1@" % name.split(".")[0].encode(), peer.stored[0])
        self.assertEqual((self.waiting(), self.dead()), ([], []))
        self.assertIn("sending it without attachments", self.log())

    def test_a_refusal_for_size_at_any_point(self):
        for point in ("MAIL", "RCPT", "DATA", "message"):
            for words in ("552 5.3.4 too big", "552 too much", "554 5.3.4 too big",
                          "550 5.2.3 longer than I may store"):
                with self.subTest(point=point, words=words):
                    self.setUp()
                    peer = self.relay({point: [words]})
                    name = self.enqueue(minimal=True)
                    self.deliver()
                    self.assert_small_one_sent(peer, name)

    def test_a_size_in_the_answer_to_ehlo(self):
        peer = self.relay({}, ("SIZE 300",))
        names = [self.enqueue(minimal=True), self.enqueue(minimal=True)]
        self.deliver()
        # libcurl learns it within the first conversation; the second message is not even begun.
        self.assertEqual(len(peer.stored), 2, self.log())
        for name, text in zip(names, peer.stored):
            self.assertTrue(text.endswith(b"small\r\n"), text)
            self.assertIn(name.split(".")[0].encode(), text)
        self.assertEqual((self.waiting(), self.dead()), ([], []))
        self.assertIn("the relay takes at most 300", self.log())
        sizes = [int(command.split(b"SIZE=")[1]) for command in peer.commands if b"SIZE=" in command]
        self.assertEqual([size > 300 for size in sizes], [True, False, False])

    def test_a_size_that_is_large_enough_or_none_changes_nothing(self):
        for extensions in (("SIZE 1000000",), ("SIZE",), ("SIZE 0",), ("SIZE x",)):
            with self.subTest(extensions=extensions):
                self.setUp()
                peer = self.relay({}, extensions)
                name = self.enqueue(minimal=True)
                text = self.message(name)
                self.deliver()
                self.assertEqual(peer.stored, [text])

    def test_one_that_is_too_large_even_so_is_dead(self):
        peer = self.relay({"MAIL": "552 5.3.4 too big"})
        name = self.enqueue(minimal=True)
        self.deliver()
        self.assertEqual((peer.stored, self.waiting(), self.dead()), ([], [], [name]))
        self.assertIn("552 5.3.4 too big", self.envelope("dead", name)["last_error"])
        self.assertEqual(sum(b"MAIL" in command for command in peer.commands), 2)

    def test_only_those_who_found_it_too_large_get_the_small_one(self):
        peer = self.relay({"RCPT2": ["552 5.2.3 too large for this mailbox"]})
        name = self.enqueue(to=("a@x.org", "b@x.org"), minimal=True)
        text = self.message(name)
        self.deliver()
        self.assertEqual(peer.stored[0], text)
        self.assertTrue(peer.stored[1].endswith(b"small\r\n"))
        self.assertEqual([re.search(b"<(.*)>", c)[1] for c in peer.commands if c.startswith(b"RCPT")],
                         [b"a@x.org", b"b@x.org", b"b@x.org"])
        self.assertEqual((self.waiting(), self.dead()), ([], []))

    def sizes(self, peer):
        return [int(command.split(b"SIZE=")[1]) for command in peer.commands if b"SIZE=" in command]

    def test_forms_between_are_tried_one_by_one(self):
        for refusals, stored in ((1, 3000), (2, 1500), (3, None)):
            with self.subTest(refusals=refusals):
                self.setUp()
                peer = self.relay({"message": ["552 5.3.4 too big"] * refusals})
                name = self.enqueue(minimal=True, between="3000 1500")
                self.deliver()
                self.assertEqual(len(peer.stored), 1, self.log())
                self.assertIn(b"Message-ID: <%s.1@" % name.split(".")[0].encode(), peer.stored[0])
                if stored is None:
                    self.assertTrue(peer.stored[0].endswith(b"\r\n\r\nsmall\r\n"))
                else:
                    self.assertEqual(len(peer.stored[0]), stored)
                    self.assertIn("sending it in %d bytes" % stored, self.log())
                self.assertEqual((self.waiting(), self.dead()), ([], []))

    def test_of_the_forms_the_largest_that_the_relay_takes(self):
        for limit, stored in (("SIZE 5000", 3000), ("SIZE 2000", 1500)):
            with self.subTest(limit=limit):
                self.setUp()
                peer = self.relay({}, (limit,))
                for _ in range(2):
                    self.enqueue(minimal=True, between="3000 1500")
                self.deliver()
                self.assertEqual([len(text) for text in peer.stored], [stored, stored], self.log())
                self.assertEqual((self.waiting(), self.dead()), ([], []))
                # Of the forms that are too large the relay hears one at most.
                self.assertEqual(self.sizes(peer)[-2:], [stored, stored])
                self.assertEqual(len(self.sizes(peer)), 3)

    def test_each_recipient_gets_the_largest_form_that_his_mailbox_takes(self):
        peer = self.relay({"RCPT2": ["552 5.2.3 too large"]})
        name = self.enqueue(to=("a@x.org", "b@x.org"), minimal=True, between="3000")
        text = self.message(name)
        self.deliver()
        self.assertEqual([len(stored) for stored in peer.stored], [len(text), 3000])
        self.assertEqual((self.waiting(), self.dead()), ([], []))

    @needs_server
    def test_a_real_server_with_a_limit(self):
        server = self.server(size=300)
        self.smtp(server.port)
        self.enqueue(minimal=True)
        large = self.enqueue()
        self.deliver()
        self.assertEqual([content.endswith(b"small\r\n") for _, _, content in server.messages], [True])
        self.assertEqual((self.waiting(), self.dead()), ([], [large]))


class Deferral(DeliveryTest):
    def due_in(self):
        return os.stat(self.path("outbox", "due")).st_mtime - time.time()

    def test_what_is_not_due_is_left_alone_until_it_is(self):
        peer = self.peer({"MAIL": "451 4.3.0 later"})
        self.smtp(peer.port)
        name = self.enqueue()
        self.assertLess(self.due_in(), 1)
        self.deliver()
        self.assertTrue(30 < self.due_in() < 90, self.due_in())
        self.deliver()
        self.assertEqual((peer.sessions, self.envelope(name)["tries"]), (1, 1))
        self.deliver(more=["--all"])
        self.assertEqual((peer.sessions, self.envelope(name)["tries"]), (2, 2))
        self.assertTrue(80 < self.due_in() < 160, self.due_in())
        envelope = self.envelope(name)
        envelope["next_try_ns"] = 1
        with open(self.path("outbox", name, "envelope.json"), "w") as file:
            json.dump(envelope, file)
        self.deliver()
        self.assertEqual((peer.sessions, self.envelope(name)["tries"]), (3, 3))

    def test_five_days_are_enough(self):
        peer = self.peer({"MAIL": "451 4.3.0 later"})
        self.smtp(peer.port)
        name = self.enqueue()
        envelope = self.envelope(name)
        envelope["queued_ns"] -= 6 * 86400 * 10**9
        with open(self.path("outbox", name, "envelope.json"), "w") as file:
            json.dump(envelope, file)
        self.deliver()
        self.assertEqual((self.waiting(), self.dead()), ([], [name]))
        self.assertTrue(self.envelope("dead", name)["last_error"].endswith("(given up after 1 tries: too old)"))

    def test_a_channel_that_is_not_configured_may_be_later(self):
        name = self.enqueue(channel="pager")
        self.deliver()
        self.assertIn('no channel "pager"', self.envelope(name)["last_error"])
        self.configure(f'[[channel]]\nname = "pager"\ntype = "maildir"\npath = "{self.root}/m"\n')
        self.deliver(more=["--all"])
        self.assertEqual(len(self.mailbox(self.root + "/m")), 1)

    def test_without_configuration_mail_goes_to_the_maildir_of_the_state(self):
        self.enqueue(channel="maildir")
        self.deliver()
        self.assertEqual(len(self.mailbox()), 1)
        for directory, mode in (("mail", 0o700), ("mail/new", 0o700), ("outbox", 0o700)):
            self.assertEqual(stat.S_IMODE(os.stat(self.path(directory)).st_mode), mode)
        for name in self.mailbox():
            self.assertEqual(stat.S_IMODE(os.stat(self.path("mail/new", name)).st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(os.stat(self.path("deliver.log")).st_mode), 0o600)

    def test_a_broken_configuration_file_is_told_and_mail_goes_on(self):
        self.configure("to = \n[[channel\n")
        self.enqueue(channel="maildir")
        self.assertEqual(self.deliver(), 0)
        self.assertIn(f"warning: {self.config}:1:", self.log())
        self.assertEqual(len(self.mailbox()), 1)


class NameServer(DeliveryTest):
    """A name server that never answers, in namespaces of the test's own."""

    def test_a_dead_name_server_does_not_hold_the_deliverer(self):
        if os.environ.get("INSIDE"):
            self.inside()
            return
        done = subprocess.run(
            ["unshare", "-rmn", sys.executable, __file__, "NameServer"],
            env={**os.environ, "INSIDE": "1"}, capture_output=True, text=True, timeout=30,
        )
        if done.returncode != 0 and "unshare failed" in done.stderr:
            self.skipTest("no namespaces: " + done.stderr.strip())
        self.assertEqual(done.returncode, 0, done.stderr)

    def inside(self):
        with socket.socket() as any_socket:  # loopback up: SIOCSIFFLAGS, IFF_UP
            fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh14x", b"lo", 1))
        resolv = os.path.join(self.root, "resolv.conf")
        with open(resolv, "w") as file:
            file.write("nameserver 127.0.0.1\n")
        subprocess.run(["mount", "--bind", resolv, "/etc/resolv.conf"], check=True)
        server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.addCleanup(server.close)
        server.bind(("127.0.0.1", 53))
        self.configure('[[channel]]\nname = "mail"\ntype = "smtp"\nhost = "relay.example.org"\n')
        name = self.enqueue()
        self.assertEqual(self.deliver(deadline=2), 0)
        self.assertEqual(self.envelope(name)["state"], "deferred")
        self.assertIn("connect: Resolving timed out", self.envelope(name)["last_error"])


class Processes(DeliveryTest):
    """Several deliverers at once."""

    def test_four_at_once_send_each_message_once(self):
        self.configure(f'mails_per_hour = 0\n[[channel]]\nname = "mail"\ntype = "sendmail"\n'
                       f'command = "cat > {self.root}/m.$$ #"\n')
        for _ in range(40):
            self.enqueue()
        running = [
            subprocess.Popen(self.command(20), env=self.environment()) for _ in range(4)
        ]
        self.assertEqual([process.wait(30) for process in running], [0] * 4)
        ids = []
        for name in os.listdir(self.root):
            if name.startswith("m."):
                with open(os.path.join(self.root, name), "rb") as file:
                    ids.append(re.search(rb"Message-ID: <(run\d+)", file.read())[1])
        self.assertEqual(sorted(ids), [b"run%04d" % n for n in range(1, 41)])
        self.assertEqual(self.waiting(), [])

    def test_what_another_deliverer_holds_is_left_to_it(self):
        peer = self.peer({"greeting": "hang"})
        self.smtp(peer.port)
        self.enqueue()
        first = subprocess.Popen(self.command(6), env=self.environment())
        self.addCleanup(first.wait)
        self.addCleanup(first.kill)
        while peer.sessions == 0 and first.poll() is None:
            time.sleep(0.01)
        self.assertEqual(self.deliver(), 0)
        self.assertEqual(peer.sessions, 1)
        self.assertEqual(len(self.waiting()), 1)
        self.assertIn("~", self.waiting()[0])


class Crashes(DeliveryTest):
    def test_a_killed_deliverer_leaves_its_message_to_the_next(self):
        peer = self.peer({"message": "hang"})
        self.smtp(peer.port)
        name = self.enqueue()
        first = subprocess.Popen(self.command(30), env=self.environment())
        while not any(b"DATA" in command for command in peer.commands) and first.poll() is None:
            time.sleep(0.01)
        first.kill()
        first.wait()
        self.assertIn("~", self.waiting()[0])
        peer.faults = {}
        self.assertEqual(self.deliver(), 0)
        self.assertEqual(len(peer.stored), 1, name)
        self.assertEqual(self.waiting(), [])

    def test_killed_at_random_points_nothing_is_lost_or_doubled(self):
        self.configure("mails_per_hour = 0\n")
        rounds, batch = 25, 4
        seed = random.randrange(1 << 30)
        chance = random.Random(seed)
        expected = set()
        for _ in range(rounds):
            for _ in range(batch):
                expected.add(self.enqueue(channel="maildir").split(".")[0])
            process = subprocess.Popen(self.command(20), env=self.environment())
            time.sleep(chance.uniform(0, 0.03))
            process.send_signal(signal.SIGKILL)
            process.wait()
        # Three crashes at one message make it wait: --all asks for it all the same.
        self.deliver(more=["--all"])
        self.deliver(more=["--all"])
        runs = [re.search(rb"Message-ID: <(run\d+)", m)[1].decode() for m in self.mailbox().values()]
        self.assertEqual(sorted(runs), sorted(expected), f"seed {seed}")
        self.assertEqual((self.waiting(), self.dead()), ([], []))
        self.assertEqual([n for n in os.listdir(self.path("outbox")) if n.startswith(".")], [])

    def test_a_message_that_kills_the_deliverer_does_not_block_the_others(self):
        self.configure(f'[[channel]]\nname = "mail"\ntype = "sendmail"\n'
                       f'command = "kill -9 $PPID #"\n'
                       f'[[channel]]\nname = "good"\ntype = "maildir"\npath = "{self.root}/m"\n')
        poison = self.enqueue(channel="mail")
        self.enqueue(channel="good")
        for _ in range(6):
            if self.deliver() == 0:
                break
        self.assertEqual(len(self.mailbox(self.root + "/m")), 1)
        self.assertEqual(self.waiting(), [poison])
        self.assertIn("died at this message", self.envelope(poison)["last_error"])

    def test_an_envelope_that_was_tampered_with_reaches_no_relay(self):
        peer = self.peer({})
        self.smtp(peer.port)
        for field, value in (("to", []), ("to", ["a@b\r\nDATA"]), ("to", ["-oQ/tmp"]),
                             ("from", "x\r\nRCPT TO:<y>")):
            with self.subTest(field=field, value=value):
                name = self.enqueue()
                envelope = {**self.envelope(name), field: value}
                with open(self.path("outbox", name, "envelope.json"), "w") as file:
                    json.dump(envelope, file)
                self.deliver()
                self.assertEqual((self.waiting(), peer.sessions), ([], 0))
                self.assertIn(name, self.dead())
                self.assertEqual(self.envelope("dead", name)["state"], "dead")

    def test_a_damaged_entry_is_put_aside(self):
        bad = self.enqueue(channel="maildir")
        self.enqueue(channel="maildir")
        with open(self.path("outbox", bad, "envelope.json"), "w") as file:
            file.write('{"schema": 1, "to": 7}')
        self.deliver()
        self.assertEqual((self.waiting(), self.dead(), len(self.mailbox())), ([], [bad], 1))

    def test_the_deadline_holds_even_when_the_code_hangs(self):
        # A FIFO as certificate file blocks open(2) inside the TLS library.
        os.mkfifo(os.path.join(self.root, "ca"))
        peer = self.peer({}, ("STARTTLS",))
        self.smtp(peer.port, "starttls", f'ca_file = "{self.root}/ca"\n')
        self.enqueue()
        self.assertEqual(self.deliver(deadline=1), -signal.SIGALRM)
        self.assertLess(self.took, 1 + SLACK)
        self.smtp(peer.port, "none")
        self.deliver()
        self.assertEqual(len(peer.stored), 1)


class Surroundings(DeliveryTest):
    def test_usage_errors_are_125_and_start_nothing(self):
        for arguments in ([], ["--state"], ["--state", ""], ["--bogus"], ["--state", "x", "y"],
                          ["--state", "x", "--deadline", "no"], ["--state", "x", "--deadline", "-1"]):
            with self.subTest(arguments=arguments):
                done = subprocess.run([DELIVER, *arguments], capture_output=True, text=True,
                                      cwd=self.root)
                self.assertEqual(done.returncode, 125)
                self.assertTrue(done.stderr.startswith("gpualert-deliver: "), done.stderr)
                self.assertEqual(os.listdir(self.root), ["config.toml"])

    def test_a_state_directory_that_cannot_be_is_1(self):
        with open(self.state, "w"):
            pass
        self.assertEqual(self.deliver(), 1)

    def test_it_lets_go_of_the_pipes_of_the_job(self):
        peer = self.peer({"greeting": "hang"})
        self.smtp(peer.port)
        self.enqueue()
        out_r, out_w = os.pipe()
        more_r, more_w = os.pipe()
        process = subprocess.Popen(self.command(8), env=self.environment(), stdout=out_w,
                                   stderr=out_w, pass_fds=[more_w])
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        os.close(out_w)
        os.close(more_w)
        start = time.monotonic()
        self.assertEqual((os.read(out_r, 1), os.read(more_r, 1)), (b"", b""))
        self.assertLess(time.monotonic() - start, SLACK)
        self.assertIsNone(process.poll())

    def test_blocked_and_ignored_signals_do_not_disarm_the_watchdog(self):
        peer = self.peer({"greeting": "hang"})
        self.smtp(peer.port)
        self.enqueue()

        def block():
            signal.signal(signal.SIGALRM, signal.SIG_IGN)
            signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))

        process = subprocess.Popen(self.command(30), env=self.environment(), preexec_fn=block)
        while peer.sessions == 0 and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGALRM)
        self.assertEqual(process.wait(SLACK), -signal.SIGALRM)

    def test_a_proxy_of_the_job_is_not_used(self):
        peer = self.peer({})
        self.smtp(peer.port)
        self.enqueue()
        proxy = "http://127.0.0.1:9"
        self.deliver(env={"ALL_PROXY": proxy, "all_proxy": proxy, "http_proxy": proxy,
                          "smtp_proxy": proxy})
        self.assertEqual(len(peer.stored), 1)

    def test_links_planted_in_the_way_are_not_followed(self):
        elsewhere = os.path.join(self.root, "elsewhere")
        os.mkdir(elsewhere)
        for part in ("outbox", "mail", "mail/new", "mail/tmp", "deliver.log"):
            with self.subTest(part):
                shutil.rmtree(self.state, ignore_errors=True)
                os.makedirs(self.path("mail"), 0o700)
                if part != "outbox":
                    self.enqueue(channel="maildir")
                path = self.path(part)
                if part == "mail":
                    os.rmdir(path)
                os.symlink(elsewhere if part != "deliver.log" else elsewhere + "/log", path)
                self.deliver()
                # A Maildir as a whole may be a link of the user's; its parts may not.
                expected = ["cur", "new", "tmp"] if part == "mail" else []
                self.assertEqual(sorted(os.listdir(elsewhere)), expected)
                shutil.rmtree(elsewhere)
                os.mkdir(elsewhere)

    def test_the_log_is_bounded(self):
        os.makedirs(self.state, 0o700)
        with open(self.path("deliver.log"), "w") as file:
            file.write("x" * ((1 << 20) + 1))
        self.enqueue(channel="maildir")
        self.deliver()
        self.assertLess(os.path.getsize(self.path("deliver.log")), 1000)
        self.assertTrue(os.path.exists(self.path("deliver.log.1")))

    def test_words_of_a_server_cannot_fake_a_line_of_the_log(self):
        peer = self.peer({"RCPT": "550-5.1.1 no\x1b[2J\r\n550 5.1.1 \x07such user"})
        self.smtp(peer.port)
        self.enqueue()
        self.deliver()
        self.assertIn("RCPT TO: 550 5.1.1 no [2J 5.1.1  such user", self.log())
        for line in self.log().splitlines():
            self.assertRegex(line, r"^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ \[\d+\] run0001\.mail: ")


def main():
    program = unittest.main(exit=False, verbosity=1)
    if program.result.testsRun == len(program.result.skipped) or (
        program.result.testsRun == 0 and program.result.skipped
    ):
        for _, reason in program.result.skipped:
            print("skipped:", reason)
        sys.exit(77)
    sys.exit(not program.result.wasSuccessful())


if __name__ == "__main__":
    main()
