"""What a node without a network leaves behind is drained by another host on the same state
directory: hosts_test.py. GPUALERT, DELIVER and SAMPLE name the programs."""

import os
import socket
import subprocess
import sys
import unittest

from delivery_test import DeliveryTest, main, needs_server

GPUALERT = os.environ.get("GPUALERT", "")


def namespaces():
    done = subprocess.run(["unshare", "-rnu", "true"], capture_output=True, text=True)
    return done.returncode == 0


@needs_server
@unittest.skipUnless(namespaces(), "no namespaces")
class Hosts(DeliveryTest):
    """A compute node has a host name of its own and no network; the login node is this host."""

    def setUp(self):
        super().setUp()
        self.relay = self.server()
        self.smtp(self.relay.port, more='to = "bob@x.org"\n')

    def environment(self, extra=None):
        return super().environment({"GPUALERT_CONFIG": self.config, "GPUALERT_STATE_DIR": self.state,
                                    "TMPDIR": self.root, **(extra or {})})

    def on_node(self, *command):
        script = 'echo node7 >/proc/sys/kernel/hostname 2>/dev/null || hostname node7; exec "$@"'
        return subprocess.run(["unshare", "-rnu", "sh", "-c", script, "sh", *command],
                              env=self.environment(), capture_output=True, text=True, timeout=60)

    def here(self, *command):
        return subprocess.run([GPUALERT, *command], env=self.environment(), capture_output=True,
                              text=True, timeout=60)

    def leave_a_report(self):
        done = self.on_node(GPUALERT, "run", "--notify-wait", "20s", "--name", "train", "--",
                            "sh", "-c", "exit 3")
        self.assertEqual(done.returncode, 3, done.stderr)
        waiting = self.waiting()
        self.assertEqual(len(waiting), 1, self.log())
        self.assertIn("-node7-", waiting[0])
        self.assertEqual(self.envelope(waiting[0])["state"], "deferred", self.log())
        self.assertEqual(self.relay.messages, [])
        return waiting[0]

    def test_flush_on_a_login_node_delivers_what_a_node_left(self):
        name = self.leave_a_report()
        shown = self.here("outbox", "list", "--state", self.state)
        self.assertIn(name, shown.stdout)
        self.assertIn("deferred", shown.stdout)
        done = self.here("outbox", "flush", "--state", self.state)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(done.stdout.startswith(f"{name} (FAILED train:"), done.stdout)
        self.assertTrue(done.stdout.endswith("): sent\n"), done.stdout)
        self.assertEqual(len(self.relay.messages), 1)
        self.assertEqual(self.waiting(), [])

    def test_the_next_run_delivers_it_when_it_is_due(self):
        name = self.leave_a_report()
        again = ["run", "--notify-wait", "20s", "true"]
        self.assertEqual(self.here(*again).returncode, 0)
        self.assertEqual(self.relay.messages, [])  # not due yet: one stat, no deliverer
        os.utime(self.path("outbox", "due"), (1, 1))
        envelope = self.path("outbox", name, "envelope.json")
        with open(envelope) as file:
            text = file.read()
        with open(envelope, "w") as file:
            file.write(text.replace('"next_try_ns": ', '"next_try_ns": 1, "was": '))
        self.assertEqual(self.here(*again).returncode, 0)
        self.assertEqual(len(self.relay.messages), 1, self.log())
        self.assertEqual(self.waiting(), [])

    def test_what_a_node_has_in_hand_is_left_to_it_until_its_lease_is_over(self):
        name = self.leave_a_report()
        lease = "{}.1.0badb007.7.node7"
        held = name + "~" + lease.format(2**33)
        os.rename(self.path("outbox", name), self.path("outbox", held))
        done = self.here("outbox", "flush", "--state", self.state)
        self.assertEqual(done.returncode, 1)
        self.assertIn("sending", done.stdout)
        os.rename(self.path("outbox", held), self.path("outbox", name + "~" + lease.format(1)))
        self.assertEqual(self.here("outbox", "flush", "--state", self.state).returncode, 0)
        self.assertEqual(len(self.relay.messages), 1)


if __name__ == "__main__":
    main()
