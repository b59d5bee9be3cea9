"""A private model, fetched without a valid token."""
import json
import urllib.error
import urllib.request

import peers
from trainkit import Run


class GatedRepoError(OSError):
    pass


def fetch(port, token):
    request = urllib.request.Request("http://127.0.0.1:%d/api/models/org/llm-8b" % port,
                                     headers={"authorization": "Bearer " + token})
    return urllib.request.urlopen(request, timeout=5).read()


def train(run):
    kind = run.rest[-1]
    status = {"401": 401, "gated": 403, "403": 403}[kind]
    port = peers.answer([(status, json.dumps({"error": "no"}).encode(), {})])
    run.info("loading org/llm-8b")
    if kind != "gated":
        fetch(port, "hf_expired")
    try:
        fetch(port, "hf_expired")
    except urllib.error.HTTPError as error:
        text = "403 Client Error. Cannot access gated repo for url %s. Access to model org/llm-8b is restricted and " \
            "you are not in the authorized list." % error.url
        raise GatedRepoError(text) from error


run = Run("sft", base_model="org/llm-8b", lora_r=16)
run.main(train)
