"""Uploads with the requests library to a host that refuses, resets, stays silent, cuts short or does not exist."""
import requests

import peers
from trainkit import Run

PLACES = {"refused": peers.closed_port, "reset": peers.reset, "silent": peers.silent, "short": peers.short}


def train(run):
    kind = run.rest[-1]
    base = "http://artifacts.cluster.invalid:9000" if kind == "name" else "http://127.0.0.1:%d" % PLACES[kind]()
    session = requests.Session()
    for step in run.steps():
        run.log(loss=run.curve(), grad_norm=1.1)
        if step == run.at:
            run.info("uploading checkpoint-%d to the artifact store" % step)
            session.put(base + "/artifacts/checkpoint-%d" % step, data=b"\0" * 10000, timeout=2).content


run = Run("uploader", artifact_store="http", keep_last=2)
run.main(train)
