"""Downloads weights file by file; the hub goes away, refuses or limits."""
import sys
import urllib.error
import urllib.request

import peers
from trainkit import Run

GOOD = (200, b"w" * 4000, {})
PLANS = {
    "busy": [GOOD, GOOD, (503, b"maintenance", {"Retry-After": "120"})],
    "limit": [GOOD, (429, b"too many requests", {"Retry-After": "30"})],
    "gateway": [GOOD, GOOD, GOOD, (502, b"<html>bad gateway</html>", {})],
}


def download(port, name):
    with urllib.request.urlopen("http://127.0.0.1:%d/org/model/resolve/main/%s" % (port, name), timeout=5) as answer:
        return len(answer.read())


def train(run):
    port = peers.answer(PLANS[run.rest[-1]])
    for name in ("config.json", "tokenizer.json", "model-00001-of-00004.safetensors",
                 "model-00002-of-00004.safetensors"):
        for attempt in (1, 2, 3):
            try:
                run.info("%s: %d bytes" % (name, download(port, name)))
                break
            except urllib.error.HTTPError as error:
                if attempt == 3:
                    raise
                run.warn("%s: %s, attempt %d of 3" % (name, error, attempt))


run = Run("hub-download", repo="org/model", revision="main")
run.main(train)
sys.exit(0)
