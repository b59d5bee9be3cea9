"""Relays that are slow, deaf or of another kind, and how long they hold us: faults_test.py CLASS.
Together with Faults, Tls and Login of delivery_test.py every way of failing that libcurl was seen
with has its test. GPUALERT, DELIVER and SAMPLE name the programs."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import peers
from delivery_test import DeliveryTest, main, needs_server

GPUALERT = os.environ.get("GPUALERT", "")
PASSWORD = {"GPUALERT_SMTP_PASSWORD": "s3cret"}


class Slow(DeliveryTest):
    def assert_kept(self, name, reason):
        self.assertEqual((self.waiting(), self.dead()), ([name], []), self.log())
        self.assertEqual(self.envelope(name)["state"], "deferred")
        self.assertRegex(self.envelope(name)["last_error"], reason)

    def test_a_relay_that_drips_its_replies_is_served(self):
        peer = self.peer({}, drip=0.005)
        self.smtp(peer.port)
        self.enqueue()
        self.deliver(deadline=20)
        self.assertEqual((len(peer.stored), self.waiting()), (1, []), self.log())

    def test_a_slow_banner_is_waited_for_as_long_as_there_is_time(self):
        peer = self.peer({}, pause=0.3)
        self.smtp(peer.port)
        self.enqueue()
        self.deliver(deadline=20)
        self.assertEqual((len(peer.stored), self.waiting()), (1, []), self.log())

    def test_a_tarpit_is_left_at_the_deadline(self):
        peer = self.peer({}, pause=1)
        self.smtp(peer.port)
        name = self.enqueue()
        self.deliver(deadline=2)
        self.assert_kept(name, "(?i)timed out|timeout")

    def test_a_port_that_answers_no_connection(self):
        hole = peers.BlackHole()
        self.addCleanup(hole.close)
        self.smtp(hole.port)
        name = self.enqueue()
        self.deliver(deadline=2)
        self.assert_kept(name, "connect: .*(?i:timeout|timed out)")

    def test_a_relay_that_stops_reading_a_large_message(self):
        peer = self.peer({"content": "stall"})
        self.smtp(peer.port)
        name = self.enqueue()
        with open(self.path("outbox", name, "message.eml"), "ab") as file:
            file.write(b"x" * 70 + b"\r\n" * 200000)  # more than all buffers between us
            file.write((b"y" * 70 + b"\r\n") * 200000)
        self.deliver(deadline=2)
        self.assert_kept(name, "end of message: ")


class Kind(DeliveryTest):
    """A relay of another kind than the configuration says."""

    def test_tls_from_the_start_with_a_relay_that_speaks_plainly(self):
        peer = self.peer({})
        self.smtp(peer.port, "implicit")
        name = self.enqueue()
        self.deliver(deadline=3)
        self.assertEqual((self.waiting(), peer.stored), ([name], []), self.log())

    @needs_server
    @unittest.skipIf(shutil.which("openssl") is None, "openssl is not installed")
    def test_plain_words_to_a_relay_that_wants_tls_from_the_start(self):
        certificates = tempfile.mkdtemp(dir=self.root)
        peers.make_certificates(certificates)
        context = peers.server_context(certificates, "good")
        server = self.server(tls="implicit", context=context)
        self.smtp(server.port, "none")
        name = self.enqueue()
        self.deliver(deadline=2)
        self.assertEqual((self.waiting(), server.messages), ([name], []), self.log())

    def test_no_way_to_log_in_that_both_know(self):
        peer = self.peer({}, ("AUTH SCRAM-SHA-256",))
        self.smtp(peer.port, more='user = "ann"\n')
        name = self.enqueue()
        self.deliver(env=PASSWORD)
        self.assertEqual((self.waiting(), peer.stored), ([name], []), self.log())
        self.assertEqual(self.dead(), [])

    def test_a_relay_that_offers_no_login_may_take_the_message_or_ask_for_one(self):
        for faults, stored in (({}, 1), ({"MAIL": "530 5.7.0 log in first"}, 0)):
            with self.subTest(faults=faults):
                self.setUp()
                peer = self.peer(faults)
                self.smtp(peer.port, more='user = "ann"\n')
                self.enqueue()
                self.deliver(env=PASSWORD)
                self.assertEqual((len(peer.stored), len(self.waiting())), (stored, 1 - stored))
                self.assertEqual(self.dead(), [])
                self.assertNotIn(b"s3cret", b"".join(peer.commands))


class Run(DeliveryTest):
    """No fault holds `gpualert run` longer than --notify-wait."""

    WAIT = 1
    PEERS = [
        ("greeting", {"greeting": "hang"}, (), {}),
        ("ehlo", {"EHLO": "hang"}, (), {}),
        ("tls", {"STARTTLS": "hang"}, ("STARTTLS",), {}),
        ("handshake", {}, ("STARTTLS",), {}),
        ("auth", {"AUTH": "hang"}, ("AUTH PLAIN",), {}),
        ("mail", {"MAIL": "hang"}, (), {}),
        ("rcpt", {"RCPT": "hang"}, (), {}),
        ("data", {"DATA": "hang"}, (), {}),
        ("content", {"content": "stall"}, (), {}),
        ("dot", {"message": "store+hang"}, (), {}),
        ("quit", {"QUIT": "hang"}, (), {}),
        ("tarpit", {}, (), {"pause": 30}),
        ("drip", {}, (), {"drip": 0.3}),
    ]

    def tearDown(self):
        # The deliverers go on in sessions of their own.
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    words = file.read().split(b"\0")
                if self.state.encode() in words and words[0].endswith(b"gpualert-deliver"):
                    os.kill(int(pid), signal.SIGKILL)
            except (FileNotFoundError, ProcessLookupError):
                pass

    def run_job(self, wait):
        environment = self.environment({"GPUALERT_CONFIG": self.config, "TMPDIR": self.root,
                                        "GPUALERT_STATE_DIR": self.state, **PASSWORD})
        start = time.monotonic()
        done = subprocess.run([GPUALERT, "run", "--notify-wait", f"{wait}s", "--", "sh", "-c", "exit 3"],
                              env=environment, capture_output=True, timeout=60)
        took = time.monotonic() - start
        self.assertEqual(done.returncode, 3, done.stderr)
        return took

    def assert_not_held(self, wait):
        took = self.run_job(wait)
        self.assertLess(took, wait + 2)  # 2 s for all else on a loaded machine
        return took

    def test_no_fault_holds_it_longer_than_notify_wait(self):
        for label, faults, extensions, how in self.PEERS:
            for wait in (0, self.WAIT):
                with self.subTest(label, wait=wait):
                    self.setUp()
                    peer = self.peer(faults, extensions, **how)
                    tls = "starttls" if "STARTTLS" in extensions else "none"
                    user = 'user = "ann"\n' if "auth" == label else ""
                    self.smtp(peer.port, tls, user)
                    took = self.assert_not_held(wait)
                    if wait and label not in ("quit", "handshake"):
                        self.assertGreater(took, wait * 0.9)  # it did hang, and was waited for
                    self.tearDown()

    def test_nor_does_a_port_that_answers_no_connection(self):
        hole = peers.BlackHole()
        self.addCleanup(hole.close)
        self.smtp(hole.port)
        self.assertGreater(self.assert_not_held(self.WAIT), self.WAIT * 0.9)

    def test_nor_a_password_command_or_a_mail_program_that_hangs(self):
        self.smtp(1, more='user = "ann"\npassword_env = "NONE"\npassword_command = "sleep 30"\n')
        self.assertGreater(self.assert_not_held(self.WAIT), self.WAIT * 0.9)
        self.configure('[[channel]]\nname = "mail"\ntype = "sendmail"\ncommand = "sleep 30 #"\n')
        self.assertGreater(self.assert_not_held(self.WAIT), self.WAIT * 0.9)



if __name__ == "__main__":
    main()
