"""A metrics endpoint on a privileged port."""
import http.server

from trainkit import Run


def serve(port):
    return http.server.HTTPServer(("127.0.0.1", port), http.server.BaseHTTPRequestHandler)


def train(run):
    for step in run.steps():
        run.log(loss=run.curve())
        if step == run.at // 2:
            run.info("publishing metrics")
            serve(80)


run = Run("metrics-on", port=80)
run.main(train)
