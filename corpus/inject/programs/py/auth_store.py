"""An object store that rejects the credentials when the checkpoint is written."""
import requests

import peers
from trainkit import Run


def train(run):
    status = int(run.rest[-1])
    port = peers.answer([(200, b"ok", {})] * 2 + [(status, b"<Error><Code>ExpiredToken</Code></Error>", {})])
    for step in run.steps():
        run.log(loss=run.curve())
        if step % (run.at // 3) == 0:
            answer = requests.put("http://127.0.0.1:%d/ckpt/step_%d.pt" % (port, step), data=b"0" * 2000, timeout=5)
            answer.raise_for_status()
            run.info("uploaded step_%d.pt" % step)


run = Run("store-sync", bucket="ckpt", every="n/3")
run.main(train)
