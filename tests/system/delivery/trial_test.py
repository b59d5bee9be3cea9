"""What a user tries before trusting it: gpualert test-email and gpualert doctor, from outside.
trial_test.py CLASS; GPUALERT, DELIVER and SAMPLE name the programs. Exit status 77: skipped."""

import os
import subprocess
import time
import unittest

import delivery_test
from delivery_test import DELIVER, DeliveryTest, Tls, needs_server

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


if __name__ == "__main__":
    delivery_test.main()
