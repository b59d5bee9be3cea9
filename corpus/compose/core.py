"""Shapes, labels and rendering for the composed corpus.

A shape is a function that returns the lines of one log. It gets a context
`c` (seeded, so every run gives the same bytes) and a variant number `v`.
The root-cause line starts with ROOT ("@@"); rendering removes the mark and
records the line number.
"""
import datetime
import hashlib
import json
import os
import random
import re

ROOT = "@@"
SHAPES = []


class Shape:
    def __init__(self, func, cause, name, cls, framework, n, multi):
        self.func, self.cause, self.name, self.cls = func, cause, name, cls
        self.framework, self.n, self.multi = framework, n, multi


def shape(cause, name, cls, framework, n=2, multi=True):
    """Register a shape: n variants are written, all held out or none."""
    def add(func):
        SHAPES.append(Shape(func, cause, name, cls, framework, n, multi))
        return func
    return add


GPUS = [
    ("NVIDIA A100-SXM4-80GB", "79.15", ["470.161.03", "515.65.01", "525.105.17", "535.129.03"], "sm_80"),
    ("NVIDIA A100-SXM4-40GB", "39.39", ["470.57.02", "510.47.03", "525.85.12"], "sm_80"),
    ("NVIDIA H100 80GB HBM3", "79.11", ["535.161.08", "550.54.15", "560.35.03"], "sm_90"),
    ("NVIDIA H200", "139.81", ["550.127.08", "570.86.15"], "sm_90"),
    ("Tesla V100-SXM2-32GB", "31.74", ["450.80.02", "470.82.01", "515.48.07"], "sm_70"),
    ("NVIDIA GeForce RTX 4090", "23.65", ["535.183.01", "545.29.06", "555.42.06"], "sm_89"),
    ("NVIDIA GeForce RTX 3090", "23.69", ["515.105.01", "530.30.02"], "sm_86"),
    ("NVIDIA L40S", "44.39", ["535.183.06", "550.90.07"], "sm_89"),
    ("NVIDIA B200", "178.35", ["570.124.06", "575.51.03"], "sm_100"),
    ("Tesla T4", "14.57", ["460.32.03", "525.147.05"], "sm_75"),
]
PEOPLE = ["mkoren", "t.oduya", "lsvens", "hpark", "jdvries", "acosta", "rbanerjee", "yfujii", "nkessler", "psantos", "evolkova", "cwren"]
PROJECTS = ["tidal", "lexora", "quillm", "proteo-fold", "asr-hybrid", "segmap", "vlm-bridge", "moleculon", "driftnet", "recsys-tower", "codelamp", "weather-gnn"]
CLUSTERS = ["gpu", "hgx", "nid", "compute-a", "dgx", "node", "g", "bm", "sv"]
MODELS = ["llama", "resnet50", "vit-l16", "t5-xl", "gpt2-medium", "unet3d", "mixtral", "whisper-ft", "esm2", "clip-b32", "mamba-1b", "bert-large"]
SETS = ["c4-en", "pile-sub", "laion-aes", "cityscapes-12k", "librilong", "wikihow-mix", "imagenet21k", "openwebtext", "redpj-v2", "uniref-s"]


class Ctx:
    """One log's invented world: seeded numbers, names, paths and a clock."""

    def __init__(self, ident, gpu=None):
        self.r = random.Random(int.from_bytes(hashlib.sha256(ident.encode()).digest()[:8], "big"))
        r = self.r
        g = r.choice(GPUS) if gpu is None else next(x for x in GPUS if gpu in x[0])
        self.gpu, self.cap, self.driver, self.sm = g[0], g[1], r.choice(g[2]), g[3]
        self.user, self.project = r.choice(PEOPLE), r.choice(PROJECTS)
        self.model, self.data = r.choice(MODELS), r.choice(SETS)
        base = r.choice(CLUSTERS)
        first = r.randint(1, 240)
        self.hosts = ["%s%03d" % (base, first + i * r.choice([1, 1, 1, 2])) if base != "compute-a" else "compute-a-%d" % (first + i) for i in range(16)]
        self.host = self.hosts[0]
        self.ip = ["10.%d.%d.%d" % (r.randint(0, 120), r.randint(0, 60), r.randint(2, 240)) for _ in range(16)]
        self.home = r.choice(["/home/%s", "/mnt/beegfs/%s", "/scratch/%s", "/users/%s", "/lustre/work/%s", "/data/%s"]) % self.user
        self.dir = "%s/%s" % (self.home, self.project)
        self.py = r.choice(["3.8", "3.9", "3.10", "3.10", "3.11", "3.12"])
        self.env = r.choice([self.home + "/miniconda3/envs/" + self.project.split("-")[0], "/opt/conda", self.dir + "/.venv", "/usr/local"])
        self.site = "%s/lib/python%s/%s" % (self.env, self.py, "dist-packages" if self.env == "/usr/local" else "site-packages")
        self.job = r.randint(100000, 9999999)
        self.pid0 = r.randint(2000, 3000000)
        self.t = datetime.datetime(r.choice([2022, 2023, 2023, 2024, 2024, 2025, 2025]), r.randint(1, 12), r.randint(1, 28), r.randint(0, 23), r.randint(0, 59), r.randint(0, 59), r.randint(0, 999999))
        self.rank = None
        self.exit = 1
        self.why = ""
        self.cls = None       # set when a variant's class differs from the shape's
        self.multi = None
        self.framework = None
        self.cut = 0          # characters cut from the end: a log that stops mid-line
        self.cpu_only = False
        self.waited = False   # a time-out has passed
        self.last = {}        # where each kind of progress stands
        self.plain = False    # no collector prefix, no last words

    def pick(self, *xs):
        return self.r.choice(xs)

    def i(self, a, b):
        return self.r.randint(a, b)

    def f(self, a, b, nd=3):
        return round(self.r.uniform(a, b), nd)

    def pid(self, k=0):
        return self.pid0 + k

    def at(self, key, value):
        """Where this kind of progress stood, or the given start."""
        return self.last.setdefault(key, value)

    def hex(self, n=12):
        return "".join(self.r.choice("0123456789abcdef") for _ in range(n))

    def addr(self):
        return "0x7f" + self.hex(10)

    def tick(self, s=None):
        self.t += datetime.timedelta(seconds=self.r.uniform(0.01, 2.0) if s is None else s)
        return self.t

    def ts(self, fmt="%Y-%m-%d %H:%M:%S,%f", cut=3):
        s = self.t.strftime(fmt)
        return s[:-cut] if fmt.endswith("%f") and cut else s

    def iso(self):
        return self.t.strftime("%Y-%m-%dT%H:%M:%S")

    def glog(self, level="E", nano=True):
        self.t += datetime.timedelta(microseconds=self.r.randint(1, 900))
        return "%s%d%02d %s" % (level, self.t.month, self.t.day, self.t.strftime("%H:%M:%S.%f") + ("%03d" % self.r.randint(0, 999) if nano else ""))


RANKED = re.compile(r"^\[rank(\d+)\]: ")


def shuffle_ranks(c, lines):
    """Let the ranks' lines overtake each other, each rank in its own order; nothing overtakes the root."""
    lines = list(lines)
    for _ in range(c.i(1, 6)):
        for k in range(len(lines) - 1):
            a, b = RANKED.match(lines[k]), RANKED.match(lines[k + 1])
            if a and b and a.group(1) != b.group(1) and ROOT not in lines[k] + lines[k + 1] and c.r.random() < 0.4:
                lines[k], lines[k + 1] = lines[k + 1], lines[k]
    return lines


def late_progress(c, lines):
    """Rank 0's last progress lines appear inside the traceback of another rank, or just after it."""
    first = next((k for k, line in enumerate(lines) if RANKED.match(line) and "Traceback" in line), None)
    if not c.rank or first is None:
        return lines
    take = c.i(1, 3)
    moved = [line for line in lines[first - take:first] if "loss" in line and ROOT not in line]
    if len(moved) != take:
        return lines
    rest = lines[:first - take] + lines[first:]
    at = first - take
    for line in moved:
        at = min(len(rest), at + c.i(1, 5))
        rest.insert(at, line)
    return rest


def dress(c, lines):
    """Overtaking ranks; some whole logs carry a collector's prefix or a job script's last words."""
    lines = [part for line in lines for part in line.split("\n")]
    if c.r.random() < 0.4:
        lines = shuffle_ranks(c, lines)
    if c.r.random() < 0.35:
        lines = late_progress(c, lines)
    if c.r.random() < 0.04:
        lines.insert(c.i(0, min(3, len(lines))), "config: %s/donn\udce9es/%s.yaml (latin-1 path)" % (c.home, c.model))
    x = c.r.random()
    if x < 0.04:
        when = c.t - datetime.timedelta(seconds=len(lines))
        out = []
        for line in lines:
            when += datetime.timedelta(seconds=c.r.random())
            stream = "stdout" if re.search("loss|step|Epoch", line) and "rror" not in line else "stderr"
            out.append("%s%06d%03dZ %s F %s" % (when.strftime("%Y-%m-%dT%H:%M:%S."), when.microsecond, c.r.randint(0, 999), stream, line))
        return out
    if x < 0.07:
        return ["trainer-1  | " + line for line in lines]
    if x < 0.10:
        pod = "[pod/%s-worker-0/pytorch] " % c.project
        return [pod + line for line in lines]
    if x < 0.13:
        stamp = c.t.strftime("%b %d %H:%M:%S")
        return ["%s %s %s[%d]: %s" % (stamp, c.host, c.pick("python3", "launch.sh", "trainer"), c.pid(1), line) for line in lines]
    if x < 0.16:
        return ["\x1b[2m%s\x1b[0m %s" % ((c.t + datetime.timedelta(seconds=k)).strftime("%H:%M:%S"), line) for k, line in enumerate(lines)]
    if x < 0.24 and c.exit >= 0:
        return lines + c.pick(["", "real\t%dm%.3fs" % (c.i(0, 900), c.f(0, 59)), "user\t%dm%.3fs" % (c.i(0, 900), c.f(0, 59)), "sys\t0m%.3fs" % c.f(0, 59)], ["+ rc=%d" % c.exit, "+ echo 'training finished with status %d'" % c.exit, "training finished with status %d" % c.exit, "+ exit %d" % c.exit], ["E:: job script exit: %d, cleaning %s/tmp" % (c.exit, c.dir), "removed directory '%s/tmp/cache_%s'" % (c.dir, c.hex(6))])
    return lines


def render(lines):
    """-> (text, root_line or None). Marks are removed."""
    text = "\n".join(lines)
    root, count = None, 0
    for number, line in enumerate(text.split("\n"), 1):
        if ROOT in line:
            count += 1
            root = root or number
    if count > 1:
        raise SystemExit("two root marks in one log")
    return text.replace(ROOT, "") + "\n", root


def write_all(base):
    labels, order = [], {}
    for s in SHAPES:
        index = order.get(s.cause, 0)
        order[s.cause] = index + 1
        held = index % 3 == 1
        success = s.cause == "success"
        for v in range(s.n):
            ident = "%s-%s-%d" % (s.cause, s.name, v + 1)
            c = Ctx(ident)
            c.exit = 0 if success else 1
            lines = s.func(c, v)
            text, root = render(dress(c, lines) if not c.plain else lines)
            if root and not c.plain and (s.multi if c.multi is None else c.multi) and c.r.random() < 0.06:
                # The collector or the node died too: the log stops in the middle of a later line.
                rows = text.split("\n")
                keep = c.i(min(root + 2, len(rows) - 1), len(rows) - 1)
                c.cut = max(c.i(1, 12), sum(len(row) + 1 for row in rows[keep:]) - 1)
            if c.cut:
                text = text[:-1 - c.cut]
            if not c.why:
                raise SystemExit(ident + ": no why")
            if (root is None) != (s.cause in ("success", "unknown")):
                raise SystemExit(ident + ": root mark %s" % root)
            rel = "%s/%s%s.log" % ("success" if success else "composed", "held/" if held else "", ident)
            path = os.path.join(base, rel)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as out:
                out.write(text.encode("utf-8", "surrogateescape"))
            labels.append({
                "id": ident, "mode": c.cls or s.cls, "source": "success" if success else "composed", "log_path": rel,
                "gpu": "none" if c.cpu_only else c.gpu, "driver": "none" if c.cpu_only else c.driver,
                "true_exit_code": 0 if success else c.exit, "cause": s.cause, "root_line": root, "rank": c.rank,
                "framework": c.framework or s.framework, "why": c.why,
                "multi_error": s.multi if c.multi is None else c.multi,
                "shape": "%s-%s" % (s.cause, s.name), "holdout": held})
    path = os.path.join(base, "labels.jsonl")
    others = []
    if os.path.exists(path):
        with open(path, encoding="utf-8") as old:
            others = [line for line in old if line.strip() and json.loads(line)["log_path"].split("/")[0] not in ("composed", "success")]
    with open(path, "w", encoding="utf-8") as out:
        for label in labels:
            out.write(json.dumps(label, ensure_ascii=False) + "\n")
        out.writelines(others)
    return labels
