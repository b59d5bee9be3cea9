"""The report at the end is sent through a relay that rejects the password."""
import smtplib
import socket
import threading

from trainkit import Run


def relay():
    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        peer, _ = listener.accept()
        with peer, peer.makefile("rw", newline="\r\n") as stream:
            stream.write("220 relay ESMTP\n"), stream.flush()
            for line in stream:
                verb = line.split()[0].upper() if line.split() else ""
                stream.write({"EHLO": "250-relay\n250 AUTH PLAIN LOGIN\n", "AUTH": "535 5.7.8 Authentication failed\n",
                              "QUIT": "221 bye\n"}.get(verb, "535 5.7.8 Authentication failed\n"))
                stream.flush()
    threading.Thread(target=serve, daemon=True).start()
    return listener.getsockname()[1]


def train(run):
    port = relay()
    for step in run.steps():
        run.log(loss=run.curve(), val_error=0.2)
    with smtplib.SMTP("127.0.0.1", port, timeout=5) as mail:
        mail.login("ada", "wrong")


run = Run("nightly", report_to="ada")
run.main(train)
