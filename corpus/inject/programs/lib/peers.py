"""Loopback servers that misbehave, for network programs: each returns its port; they die with the process."""
import http.server
import os
import socket
import struct
import threading


def closed_port():
    """A port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _serve(handle):
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(16)

    def loop():
        while True:
            peer, _ = listener.accept()
            threading.Thread(target=handle, args=(peer,), daemon=True).start()
    threading.Thread(target=loop, daemon=True).start()
    return listener.getsockname()[1]


def reset():
    """Accepts, reads a little, and answers with RST."""
    def handle(peer):
        peer.recv(16)
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        peer.close()
    return _serve(handle)


def silent():
    """Accepts and never answers."""
    kept = []
    return _serve(kept.append)


def short(body=b"x" * 512, announced=8192):
    """Announces a chunk and sends only its beginning."""
    def handle(peer):
        peer.settimeout(0.3)
        try:
            while peer.recv(65536):     # the whole request, so that closing does not reset the connection
                pass
        except OSError:
            pass
        peer.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n" % announced + body)
        peer.close()
    return _serve(handle)


def answer(plan):
    """An HTTP server that answers the n-th request with plan[n] (the last one for ever): (status, body, headers)."""
    state = {"n": 0}

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            status, body, headers = plan[min(state["n"], len(plan) - 1)]
            state["n"] += 1
            length = int(self.headers.get("Content-Length") or 0)
            self.rfile.read(length)
            self.send_response(status)
            for key, value in headers.items():
                self.send_header(key, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        do_POST = do_PUT = do_HEAD = do_GET

        def log_message(self, *args):
            pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


if __name__ == "__main__":      # for shell programs: peers.py STATUS writes its port to port.txt and serves
    import sys
    import time
    port = answer([(int(sys.argv[1]), b'{"error": "no"}', {"WWW-Authenticate": 'Basic realm="models"'})])
    with open("port.tmp", "w", encoding="ascii") as out:
        out.write(str(port))
    os.rename("port.tmp", "port.txt")
    time.sleep(60)
