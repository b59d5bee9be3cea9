"""Servers on the loopback interface that refuse, reset, stay silent, limit, or want to know who asks."""
from registry import add, script


def kinds(cause, name, program, kind, root, why, looks, **more):
    """One program of several injectors: the kind of fault is its last argument."""
    script(cause, name, "traceback", root, why, looks, more.get("framework", "python"), program=program, after=kind,
           multi=more.get("always", False), needs=more.get("needs", ()), timeout=60)


kinds("network", "http-503", "network_hub", "busy", r"^urllib.error.HTTPError: HTTP Error 503",
      "The hub is down for maintenance; "
      "three attempts failed.", ["plain 101", "logging 102 optional", "json 103 tracker log"], always=True)
kinds("network", "http-429", "network_hub", "limit", r"^urllib.error.HTTPError: HTTP Error 429",
      "The hub limits the rate.",
      ["fairseq 104", "hf 105 cache parent"], always=True)
kinds("network", "http-502", "network_hub", "gateway", r"^urllib.error.HTTPError: HTTP Error 502",
      "The hub's gateway fails.",
      ["glog 106"], always=True)
R = {"framework": "requests", "needs": ("requests",), "always": True}
kinds("network", "refused", "network_push", "refused", r"^ConnectionRefusedError: \[Errno 111\]",
      "Nothing listens at the artifact store; urllib3 and requests wrap the refusal.",
      ["bar 111", "megatron 112 sample"], **R)
kinds("network", "reset", "network_push", "reset", r"^(ConnectionResetError|BrokenPipeError): \[Errno",
      "The store reset the connection.", ["keras 113 thread", "nano 114"], **R)
kinds("network", "read-timeout", "network_push", "silent", r"^TimeoutError: timed out|^requests.exceptions.ReadTimeout",
      "The store accepts and never answers.", ["detectron 115", "plain 116 hook chain"], **R)
kinds("network", "cut-short", "network_push", "short",
      r"^http.client.IncompleteRead|^urllib3.exceptions.(IncompleteRead|InvalidChunkLength|ProtocolError)",
      "The answer ended before its announced length.", ["table 117", "json 118 caution"], **R)
kinds("network", "no-such-host", "network_push", "name", r"^socket.gaierror: ", "The host's name does not resolve.",
      ["logging 119", "fairseq 120 overflow,leak"], **R)
kinds("network", "broken-pipe", "network_worker", "pipe", r"^BrokenPipeError: \[Errno 32\]",
      "The queue server closed the connection.",
      ["plain 121 evaluator", "glog 122"])
kinds("network", "peer-reset", "network_worker", "reset", r"^ConnectionResetError: \[Errno 104\]",
      "The standby server reset the connection.", ["hf 123", "bar 124 finalizer"])
A = {"framework": "aiohttp", "needs": ("aiohttp",), "always": True}
kinds("network", "async-refused", "network_streams", "refused", r"^ConnectionRefusedError: \[Errno 111\]",
      "The shard server refuses; aiohttp wraps it.", ["keras 125", "nano 126 sample"], **A)
kinds("network", "async-cut", "network_streams", "short", r"^aiohttp.client_exceptions.ClientPayloadError",
      "The shard's transfer ended early.", ["megatron 127"], **A)
add("network", "curl-refused", "other", "bash get_data.sh {url}", r"^curl: \((7|6)\)",
    "curl could not reach the data server.", "shell",
    [{"url": "http://127.0.0.1:9/imagenet100.tar"}, {"url": "http://data.cluster.invalid/imagenet100.tar"}],
    files={"get_data.sh": "sh/get_data.sh"}, needs=("curl",), multi=True, pick="last")
add("network", "wget-refused", "other", "bash stage.sh {n}", r"failed: Connection refused",
    "wget could not reach the mirror.",
    "shell", [{"n": 3}, {"n": 2}], files={"stage.sh": "sh/stage.sh"}, needs=("wget",), multi=True, pick="last")
add("network", "git-clone", "other", "bash checkout.sh {url}", r"^fatal: unable to (access|connect)",
    "git cannot reach the server from which the code comes.", "shell",
    [{"url": "http://127.0.0.1:9/lab/train.git"}, {"url": "git://127.0.0.1:9/lab/train.git",
                                                   "root": r"unable to connect to 127.0.0.1"}],
    files={"checkout.sh": "sh/checkout.sh"}, needs=("git",))
add("network", "pip", "other", "bash venv_setup.sh {n}",
    r"Failed to establish a new connection|Could not find a version",
    "The package index cannot be reached; 'no matching distribution' is what pip concludes.", "pip", [{"n": 1}],
    files={"venv_setup.sh": "sh/venv_setup.sh"}, multi=True)

kinds("auth", "http-401", "auth_hub", "401", r"^urllib.error.HTTPError: HTTP Error 401", "The token is not valid.",
      ["plain 131", "hf 132 optional log"])
kinds("auth", "gated", "auth_hub", "gated", r"GatedRepoError: 403 Client Error",
      "The model is gated; the HTTP error above is the same refusal.",
      ["logging 133", "json 134 retry"], always=True)
kinds("auth", "store-403", "auth_store", "403", r"^requests.exceptions.HTTPError: 403",
      "The credentials expired during the run.",
      ["megatron 135 overflow", "bar 136"], framework="requests", needs=("requests",))
kinds("auth", "store-401", "auth_store", "401", r"^requests.exceptions.HTTPError: 401",
      "The store rejects the credentials.",
      ["nano 137", "detectron 138 hook chain"], framework="requests", needs=("requests",))
kinds("auth", "smtp", "auth_mail", "535", r"^smtplib.SMTPAuthenticationError: \(535", "The relay rejects the password.",
      ["table 139 sample", "plain 140"])
add("auth", "curl", "other", "bash get_private.sh {http}", r"^curl: \(22\)", "The server wants a valid token.", "shell",
    [{"http": 401}, {"http": 403}], files={"get_private.sh": "sh/get_private.sh"}, needs=("curl",))
add("auth", "git", "other", "bash clone_private.sh {http}", r"^fatal: (could not read Username|Authentication failed)",
    "git needs credentials and there is nobody to type them.", "shell", [{"http": 401}],
    files={"clone_private.sh": "sh/clone_private.sh"}, needs=("git",))
