"""Mail servers for delivery_test.py, in threads of the test itself: each listens on a free loopback
port before its constructor returns, so that no test waits for a server to come up."""

import asyncio
import os
import socket
import ssl
import struct
import subprocess
import threading
import time
import warnings


def listen():
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(64)
    return listener


class RealServer:
    """aiosmtpd, a real SMTP server. messages: (sender, recipients, bytes)."""

    def __init__(self, tls=None, context=None, login=None, reject=None, data_reply=None, size=None):
        from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

        warnings.simplefilter("ignore")
        self.messages = []
        self.logins = []
        server = self

        class Handler:
            async def handle_RCPT(self, smtp, session, envelope, address, options):
                for part, reply in (reject or {}).items():
                    if part in address:
                        return reply
                envelope.rcpt_tos.append(address)
                return "250 2.1.5 OK"

            async def handle_DATA(self, smtp, session, envelope):
                if data_reply:
                    return data_reply
                server.messages.append(
                    (envelope.mail_from, list(envelope.rcpt_tos), envelope.original_content)
                )
                return "250 2.0.0 stored"

        def authenticate(smtp, session, envelope, mechanism, data):
            pair = None
            if isinstance(data, LoginPassword):
                pair = (data.login.decode(), data.password.decode())
            server.logins.append((mechanism, pair))
            return AuthResult(success=pair == login, handled=pair == login)

        options = {"hostname": "relay.test", "ident": "test relay"}
        if size:
            options["data_size_limit"] = size
        if login:
            options.update(authenticator=authenticate, auth_required=True)
            options["auth_require_tls"] = tls is not None
        if tls == "starttls":
            options.update(tls_context=context, require_starttls=True)

        listener = listen()
        self.port = listener.getsockname()[1]
        self.loop = asyncio.new_event_loop()
        self.loop.set_exception_handler(lambda *_: None)  # failed handshakes are what we test

        def factory():
            return SMTP(Handler(), loop=self.loop, **options)

        implicit = context if tls == "implicit" else None
        self.server = self.loop.run_until_complete(
            self.loop.create_server(factory, sock=listener, ssl=implicit)
        )
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()

    def close(self):
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
        self.server.close()


class BlackHole:
    """A port whose SYNs are dropped: a listener that accepts nothing, its queue full."""

    def __init__(self):
        self.listener = socket.socket()
        self.listener.bind(("127.0.0.1", 0))
        self.listener.listen(0)
        self.port = self.listener.getsockname()[1]
        self.held = []
        for _ in range(4):
            one = socket.socket()
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", self.port))
            self.held.append(one)

    def close(self):
        for one in [*self.held, self.listener]:
            one.close()


class Hold(Exception):
    """The peer says nothing any more."""


class FaultPeer:
    """A raw peer. `faults` maps a point of the conversation to what happens there:
    greeting, EHLO, STARTTLS, AUTH, MAIL, RCPT, RCPT2, DATA, message, QUIT; to a reply, or to
    "hang", "close", "reset", "garbage", "stall" (stops reading), "store+hang", "store+close";
    or to a list of replies for the first times, after which it goes on as usual."""

    def __init__(self, faults, extensions=(), pause=0, drip=0):
        """pause: seconds before each reply; drip: seconds before each byte of one."""
        self.faults = faults
        self.pause = pause
        self.drip = drip
        self.extensions = extensions
        self.stored = []
        self.commands = []
        self.sessions = 0
        self.held = []  # keeps connections open until close()
        self.listener = listen()
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def close(self):
        self.listener.close()
        for held in self.held:
            held.close()

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.sessions += 1
            self.held.append(connection)
            threading.Thread(target=self.session, args=(connection,), daemon=True).start()

    def session(self, connection):
        try:
            self.converse(connection, connection.makefile("rb"))
        except Hold:
            return
        except OSError:
            pass
        connection.close()

    def act(self, connection, point, usual):
        """Answers at `point`; True when the conversation goes on as usual."""
        return self.answer(connection, self.take(point), usual)

    def say(self, connection, reply):
        time.sleep(self.pause)
        if not self.drip:
            connection.sendall(reply)
            return
        for byte in reply:
            time.sleep(self.drip)
            connection.sendall(bytes([byte]))

    def take(self, point):
        fault = self.faults.get(point)
        if isinstance(fault, list):
            fault = fault.pop(0) if fault else None
        return fault

    def answer(self, connection, fault, usual):
        if fault is None:
            self.say(connection, usual.encode() + b"\r\n")
            return True
        if fault == "hang" or fault == "stall":
            raise Hold
        if fault == "close":
            raise OSError
        if fault == "reset":
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            raise OSError
        if fault == "garbage":
            connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            raise OSError
        self.say(connection, fault.encode() + b"\r\n")
        if fault.startswith("421"):
            raise OSError
        return fault[0] in "23"

    def converse(self, connection, lines):
        self.act(connection, "greeting", "220 relay.test ESMTP")
        recipients = 0
        while True:
            line = lines.readline()
            if not line:
                return
            self.commands.append(line)
            verb = line.split()[0].upper().decode(errors="replace") if line.split() else ""
            if verb == "EHLO":
                last = ["relay.test", *self.extensions]
                reply = "".join(f"250-{word}\r\n" for word in last) + "250 8BITMIME"
                self.act(connection, verb, reply)
            elif verb in ("HELO", "MAIL", "RSET"):
                recipients = 0
                self.act(connection, verb, "250 2.1.0 OK")
            elif verb == "STARTTLS":
                self.act(connection, verb, "220 go")
            elif verb == "AUTH":
                self.act(connection, verb, "535 5.7.8 no")
            elif verb == "RCPT":
                recipients += 1
                point = "RCPT2" if recipients == 2 and "RCPT2" in self.faults else "RCPT"
                self.act(connection, point, "250 2.1.5 OK")
            elif verb == "DATA":
                if self.act(connection, verb, "354 go"):
                    self.message(connection, lines)
            elif verb == "QUIT":
                self.act(connection, verb, "221 2.0.0 bye")
                return
            else:
                connection.sendall(b"500 5.5.1 unknown\r\n")

    def message(self, connection, lines):
        if self.faults.get("content") == "close":
            lines.readline()
            raise OSError
        if self.faults.get("content") == "reset":
            lines.readline()
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            lines.close()
            raise OSError
        if self.faults.get("content") == "stall":
            raise Hold
        parts = []
        while True:
            line = lines.readline()
            if not line:
                return
            if line == b".\r\n":
                break
            parts.append(line[1:] if line.startswith(b".") else line)
        text = b"".join(parts)
        fault = self.take("message")
        if fault is None or fault.startswith("store+"):
            self.stored.append(text)
        if fault == "store+hang":
            raise Hold
        if fault == "store+close":
            raise OSError
        self.answer(connection, fault, "250 2.0.0 stored")


class HttpPeer:
    """A server of webhooks. `status`, `headers` and `answer` are what it says, after `fault`: "hang",
    "close", "hang in body". requests: (path, headers, body)."""

    def __init__(self, status=200, headers=(), answer=b"ok", fault="", context=None):
        import http.server

        peer = self
        self.status, self.headers, self.answer, self.fault = status, dict(headers), answer, fault
        self.requests = []
        self.sessions = 0
        self.closing = threading.Event()

        class Handler(http.server.BaseHTTPRequestHandler):
            def setup(self):
                super().setup()
                peer.sessions += 1

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                peer.requests.append((self.path, dict(self.headers), body))
                if peer.fault == "hang":
                    peer.closing.wait()
                if peer.fault in ("hang", "close"):
                    self.close_connection = True
                    return
                self.send_response(peer.status)
                for name, value in peer.headers.items():
                    self.send_header(name, value)
                more = 1 if peer.fault == "hang in body" else 0
                self.send_header("Content-Length", str(len(peer.answer) + more))
                self.end_headers()
                self.wfile.write(peer.answer)
                if more:
                    self.wfile.flush()
                    peer.closing.wait()
                    self.close_connection = True

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                pass  # failed handshakes are what we test

        self.server = Server(("127.0.0.1", 0), Handler)
        if context:
            self.server.socket = context.wrap_socket(
                self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.closing.set()
        self.server.shutdown()
        self.server.server_close()


def make_certificates(directory):
    """A CA and certificates signed by it: good (localhost), wronghost, expired; and selfsigned."""

    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], cwd=directory, check=True, capture_output=True)

    def path(name):
        return os.path.join(directory, name)

    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    ca = ["-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=keyCertSign"]
    openssl("req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.pem", "-days", "30",
            "-subj", "/CN=test CA", *ca)
    openssl("req", "-x509", *key, "-keyout", "selfsigned.key", "-out", "selfsigned.pem",
            "-days", "30", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
    for name, host in (("good", "localhost"), ("wronghost", "other.test")):
        with open(path(name + ".ext"), "w") as ext:
            ext.write(f"subjectAltName=DNS:{host}\n")
        openssl("req", *key, "-keyout", name + ".key", "-out", name + ".csr", "-subj", f"/CN={host}")
        openssl("x509", "-req", "-in", name + ".csr", "-CA", "ca.pem", "-CAkey", "ca.key",
                "-CAcreateserial", "-days", "30", "-extfile", name + ".ext", "-out", name + ".pem")

    # One that was good until 2020 cannot be asked of `openssl x509`.
    for name, text in (("index.txt", ""), ("serial", "01\n"), ("expired.ext", "subjectAltName=DNS:localhost\n"),
                       ("ca.cnf", "[ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\nserial=serial\nnew_certs_dir=.\n"
                                  "default_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n")):
        with open(path(name), "w") as file:
            file.write(text)
    openssl("req", *key, "-keyout", "expired.key", "-out", "expired.csr", "-subj", "/CN=localhost")
    openssl("ca", "-batch", "-config", "ca.cnf", "-in", "expired.csr", "-cert", "ca.pem",
            "-keyfile", "ca.key", "-startdate", "20200101000000Z", "-enddate", "20200201000000Z",
            "-extfile", "expired.ext", "-out", "expired.pem")


def server_context(directory, name):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(
        os.path.join(directory, name + ".pem"), os.path.join(directory, name + ".key")
    )
    return context
