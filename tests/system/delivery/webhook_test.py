"""Reports to webhooks: webhook_test.py CLASS. GPUALERT, DELIVER and SAMPLE name the programs."""

import json
import os
import subprocess
import time

import delivery_test
import peers
from delivery_test import Tls, needs_server
from trial_test import GPUALERT, DoctorTest

PATH = "/services/T0/B0/s3cret?key=s3cret"


class WebhookTest(DoctorTest):
    def hook(self, more="", scheme="http", path=PATH, url=True, **options):
        peer = self.http(**options)
        self.url = f"{scheme}://localhost:{peer.port}{path}"
        self.configure('[[channel]]\nname = "mail"\ntype = "webhook"\n' + more +
                       (f'url = "{self.url}"\n' if url else ""))
        return peer

    def assert_secret_nowhere(self, *texts):
        for directory, _, names in os.walk(self.state):
            for name in names:
                with open(os.path.join(directory, name), "rb") as file:
                    self.assertNotIn(b"s3cret", file.read(), name)
        for text in texts:
            self.assertNotIn("s3cret", text)

    def outcome(self, name):
        return "kept" if name in self.waiting() else "dead" if name in self.dead() else "gone"


class Webhook(WebhookTest):
    def test_the_request(self):
        peer = self.hook()
        self.enqueue()
        self.deliver()
        (path, headers, body), = peer.requests
        self.assertEqual(path, PATH)
        self.assertEqual(headers["Content-Type"], "application/json")
        self.assertRegex(headers["User-Agent"], r"^gpualert/\d")
        report = json.loads(body)
        self.assertEqual(report["run"], "run0001")
        self.assertRegex(report["message_id"], r"^run0001\.1@")
        self.assertEqual(report["cause"], "Killed for memory by the kernel – größe")
        self.assertEqual(report["host"], "gpu07.example.org")
        self.assertNotIn(b"hunter2", body)
        self.assert_secret_nowhere()
        self.assertIn("warning: channel mail: localhost:%d: http://" % peer.port, self.log())

    def test_every_template_is_json(self):
        for template, key in (("slack", "text"), ("mattermost", "text"), ("discord", "content"),
                              ("teams", "attachments"), ("json", "subject"), ("ntfy", "topic")):
            with self.subTest(template):
                self.setUp()
                peer = self.hook(f'template = "{template}"\n', path="/a/s3cret")
                self.enqueue()
                self.deliver()
                (path, _, body), = peer.requests
                self.assertIn(key, json.loads(body))
                self.assertEqual(path, "/a/" if template == "ntfy" else "/a/s3cret")
                self.assert_secret_nowhere()

    def test_what_becomes_of_it(self):
        for options, fate in (
            ({"status": 204, "answer": b""}, "gone"),
            ({"status": 301, "headers": {"Location": "/elsewhere"}}, "kept"),
            ({"status": 400, "answer": b"invalid_payload"}, "dead"),
            ({"status": 401}, "dead"), ({"status": 404, "answer": b"no_team"}, "dead"),
            ({"status": 410}, "dead"), ({"status": 413}, "dead"),
            ({"status": 408}, "kept"), ({"status": 429}, "kept"), ({"status": 500}, "kept"),
            ({"status": 502, "answer": b"<html>\r\nbad gateway\x1b[2J"}, "kept"),
            ({"status": 503}, "kept"), ({"fault": "close"}, "kept"),
            ({"fault": "hang"}, "kept"),
            ({"fault": "hang in body"}, "gone"),
            ({"fault": "hang in body", "status": 404}, "dead"),
        ):
            with self.subTest(**options):
                self.setUp()
                peer = self.hook(**options)
                name = self.enqueue()
                self.assertEqual(self.deliver(deadline=3 if "hang" in str(options) else 20), 0)
                self.assertEqual(self.outcome(name), fate, self.log())
                self.assertEqual(len(peer.requests), 1)
                if fate != "gone":
                    entry = ("dead", name) if fate == "dead" else (name,)
                    words = options.get("answer", b"").decode().split("\r")[0]
                    self.assertIn(words, self.envelope(*entry)["last_error"])
                self.assert_secret_nowhere()

    def test_retry_after_is_kept_to(self):
        for value, least, most in (("1800", 1790, 1900), ("999999", 4 * 3600 - 10, 5 * 3600)):
            with self.subTest(value):
                self.setUp()
                self.hook(status=429, headers={"Retry-After": value})
                name = self.enqueue()
                self.deliver()
                wait = self.envelope(name)["next_try_ns"] / 1e9 - time.time()
                self.assertGreater(wait, least)
                self.assertLess(wait, most)

    def test_one_that_is_busy_is_asked_once_in_a_pass(self):
        peer = self.hook(status=429)
        for _ in range(3):
            self.enqueue()
        self.deliver()
        self.assertEqual(len(peer.requests), 1)
        self.assertEqual(len(self.waiting()), 3)

    def test_nobody_there(self):
        peer = self.hook()
        peer.close()
        name = self.enqueue()
        self.deliver()
        self.assertEqual(self.outcome(name), "kept")
        self.assertIn("onnect", self.envelope(name)["last_error"])
        self.assert_secret_nowhere()

    def test_an_answer_that_repeats_the_secret(self):
        self.hook(status=404, answer=f"POST {PATH} is unknown".encode())
        name = self.enqueue()
        self.deliver()
        self.assertIn("POST [masked] is unknown", self.envelope("dead", name)["last_error"])
        self.assert_secret_nowhere()

    def test_the_url_from_a_variable_or_a_private_file(self):
        for way in ("variable", "named variable", "file", "readable file"):
            with self.subTest(way):
                self.setUp()
                path = os.path.join(self.root, "url")
                more = (f'url_file = "{path}"\n' if "file" in way
                        else 'url_env = "HOOK"\n' if "named" in way else "")
                peer = self.hook(more, url=False)
                with open(path, "w") as file:
                    file.write(self.url + "\n")
                os.chmod(path, 0o644 if "readable" in way else 0o600)
                name = self.enqueue()
                self.deliver(env={"variable": {"GPUALERT_WEBHOOK_URL": self.url},
                                  "named variable": {"HOOK": self.url}}.get(way))
                self.assertEqual(len(peer.requests), 0 if "readable" in way else 1, self.log())
                if "readable" in way:
                    self.assertIn("url_file", self.envelope(name)["last_error"])
                self.assert_secret_nowhere()

    def test_without_a_usable_url_it_waits(self):
        for url, words in (("", "no url: set GPUALERT_WEBHOOK_URL, url_file or url"),
                           ("s3cret words", "the url "), ("ftp://x.org/s3cret", "https://")):
            with self.subTest(url):
                self.setUp()
                self.configure(f'[[channel]]\nname = "mail"\ntype = "webhook"\nurl = "{url}"\n')
                name = self.enqueue()
                self.deliver()
                self.assertIn(words, self.envelope(name)["last_error"])
                self.assert_secret_nowhere()

    def test_the_job_does_not_find_the_url(self):
        self.configure('[[channel]]\ntype = "webhook"\nurl_env = "HOOK"\n')
        done = subprocess.run(
            [GPUALERT, "run", "--no-notify", "env"], capture_output=True, text=True,
            env=self.environment({"GPUALERT_CONFIG": self.config, "GPUALERT_STATE_DIR": self.state,
                                  "HOOK": "https://x.org/s3cret",
                                  "GPUALERT_WEBHOOK_URL": "https://y.org/s3cret"}))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("GPUALERT_RUN_ID", done.stdout)
        self.assertNotIn("s3cret", done.stdout)

    def test_a_run_that_fails(self):
        peer = self.hook()
        done = self.gpualert("run", "--notify-wait", "20s", "--name", "train", "sh", "-c",
                             "echo RuntimeError: CUDA out of memory. Tried to allocate 2 GiB >&2; exit 1")
        self.assertEqual(done.returncode, 1)
        report = json.loads(peer.requests[0][2])
        self.assertEqual((report["status"], report["name"], report["cause_id"]),
                         ("FAILED", "train", "cuda_oom"))
        self.assertTrue(report["log"].endswith("output.log"))
        self.assert_secret_nowhere(done.stderr)

    def test_test_email_and_config_show_keep_the_secret(self):
        peer = self.hook('template = "slack"\n')
        done = self.gpualert("test-email")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(f"> POST http://localhost:{peer.port}/[masked] {{", done.stdout)
        self.assertIn("< HTTP 200 ok\n", done.stdout)
        shown = self.gpualert("config", "show").stdout
        self.assertIn(f'url = "http://localhost:{peer.port}/[masked]"', shown)
        peer.status = 404
        failed = self.gpualert("test-email")
        self.assertEqual(failed.returncode, 1)
        self.assertIn("* refused to ", failed.stdout)
        self.assert_secret_nowhere(done.stdout, shown, failed.stdout)

    def test_doctor(self):
        peer = self.hook()
        findings = self.doctor()
        self.assert_found(findings, "mail name", "ok", "localhost is")
        self.assert_found(findings, "mail encryption", "warn", "none")
        self.assertEqual(peer.requests, [])
        peer.close()
        self.assert_found(self.doctor(status=1), "mail port", "fail", "onnect")
        self.configure('[[channel]]\nname = "mail"\ntype = "webhook"\n')
        self.assert_found(self.doctor(status=1), "mail url", "fail", "no url")
        self.assert_found(self.doctor("--no-network", status=1), "mail url", "fail", "no url")


@needs_server
class WebhookTls(WebhookTest):
    @classmethod
    def setUpClass(cls):
        Tls.setUpClass.__func__(cls)

    @classmethod
    def tearDownClass(cls):
        Tls.tearDownClass.__func__(cls)

    def test_certificates(self):
        for certificate, more, sent in (("good", 'ca_file = "{}/ca.pem"\n', True), ("good", "", False),
                                        ("wronghost", 'ca_file = "{}/ca.pem"\n', False),
                                        ("selfsigned", "", False),
                                        ("selfsigned", "insecure = true\n", True)):
            with self.subTest(certificate=certificate, more=more):
                self.setUp()
                peer = self.hook(more.format(self.certificates), "https",
                                 context=peers.server_context(self.certificates, certificate))
                name = self.enqueue()
                self.deliver()
                self.assertEqual(self.outcome(name), "gone" if sent else "kept", self.log())
                self.assertEqual(len(peer.requests), int(sent))
                self.assertEqual("insecure = true" in self.log(), "insecure" in more)
                level = self.doctor(status=0 if sent else 1)["mail encryption"]["level"]
                self.assertEqual(level, "fail" if not sent else "warn" if "insecure" in more else "ok")
                self.assert_secret_nowhere()


if __name__ == "__main__":
    delivery_test.main()
