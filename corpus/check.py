#!/usr/bin/python3
"""Checks labels.jsonl against the logs: check.py [CORPUS]

Prints file:line: message for every fault and exits 1; else the counts.
"""
import collections
import importlib
import json
import os
import re
import sys

CLASSES = set("cuda_oom nccl cuda_runtime ram_oom segfault file_not_found permission missing_module div_zero "
              "device_mismatch nan_loss oom_killer traceback assertion runtime_error other success".split())

# The classes that a cause may have, after the conventions of README.md.
CAUSES = {
    "gpu_hardware": "cuda_runtime", "node_fail": "other", "cuda_driver": "cuda_runtime",
    "cuda_no_kernel_image": "cuda_runtime runtime_error", "cuda_illegal_access": "cuda_runtime",
    "cuda_device_assert": "cuda_runtime", "cuda_launch_failure": "cuda_runtime", "cublas_cudnn": "cuda_runtime",
    "cuda_oom": "cuda_oom", "nccl_timeout": "nccl", "nccl_error": "nccl",
    "rendezvous": "other runtime_error traceback", "ram_oom": "ram_oom", "oom_killer": "oom_killer",
    "shm_bus_error": "other runtime_error nccl traceback", "dataloader_worker": "runtime_error other",
    "segfault": "segfault", "abort": "other", "illegal_instruction": "other", "file_not_found": "file_not_found",
    "permission": "permission", "disk_full": "traceback runtime_error other",
    "storage_io": "traceback runtime_error other", "network": "traceback runtime_error other",
    "auth": "traceback runtime_error other", "missing_module": "missing_module", "shared_library": "missing_module",
    "compile": "runtime_error traceback other", "command_not_found": "other",
    "resource_limit": "traceback runtime_error other", "checkpoint": "runtime_error traceback",
    "data_corrupt": "traceback runtime_error", "nan_loss": "nan_loss", "loss_divergence": "nan_loss",
    "div_zero": "div_zero", "device_mismatch": "device_mismatch", "dtype_mismatch": "runtime_error traceback",
    "shape_mismatch": "runtime_error traceback", "config_usage": "other traceback", "syntax_error": "traceback",
    "assertion": "assertion", "key_or_attr": "traceback", "runtime_error": "runtime_error", "time_limit": "other",
    "preempted": "other", "cancelled": "other", "interrupted": "traceback other", "stall": "other",
    "success": "success", "unknown": "other traceback runtime_error",
}
SOURCES = {"composed", "success", "captured"}
FIELDS = {"id": str, "mode": str, "source": str, "log_path": str, "gpu": str, "driver": str, "true_exit_code": int,
          "cause": str, "framework": str, "why": str, "multi_error": bool, "shape": str, "holdout": bool}


PRIVATE = re.compile(rb"/work/|/root/|/home/(?!jobu)|pyenv")


def injectors(base):
    """id -> (injector, variant) of everything that inject/ registers; empty for a corpus without it."""
    folder = os.path.join(base, "inject")
    if not os.path.isdir(folder):
        return {}
    sys.dont_write_bytecode = True
    sys.path[:0] = [folder, os.path.join(folder, "families")]
    for name in sorted(os.listdir(os.path.join(folder, "families"))):
        if name.endswith(".py"):
            importlib.import_module(name[:-3])
    registry = importlib.import_module("registry")
    return {"%s-%d" % (i.shape, n + 1): (i, v) for i in registry.ALL for n, v in enumerate(i.variants)}


def captured_faults(label, lines, known):
    """Faults that only logs of real runs can have: no injector, another root than it declares, a private path."""
    if label["id"] not in known:
        yield "no injector makes %s" % label["id"]
        return
    injector, variant = known[label["id"]]
    folder = "success/captured/" if label["cause"] == "success" else "captured/"
    folder += "held/" if label["holdout"] else ""
    if label["log_path"] != folder + label["id"] + ".log":
        yield "log_path should be %s%s.log" % (folder, label["id"])
    if (label["cause"], label["shape"]) != (injector.cause, injector.shape):
        yield "cause or shape is not that of the injector"
    if label["mode"] != variant.get("mode", injector.mode):
        yield "mode is not that of the injector"
    text = variant.get("root", injector.root)
    root = label["root_line"]
    if root is not None and 1 <= root <= len(lines) and not re.search(text.encode(), lines[root - 1]):
        yield "root_line %d does not match %s" % (root, text)
    size = sum(map(len, lines)) + len(lines) - 1
    if size > 200_000:
        yield "the log has %d bytes, 200000 at most" % size
    if any(PRIVATE.search(line) for line in lines):
        yield "the log holds a private path"


def faults_of(label, base, known):
    for field, kind in FIELDS.items():
        if field not in label:
            yield "field %s is missing" % field
        elif not isinstance(label[field], kind) or (kind is int and isinstance(label[field], bool)):
            yield "%s should be %s" % (field, kind.__name__)
    if any(field not in label for field in FIELDS) or "root_line" not in label or "rank" not in label:
        yield "root_line or rank is missing" if "root_line" not in label or "rank" not in label else "incomplete"
        return
    cause, mode, source = label["cause"], label["mode"], label["source"]
    if cause not in CAUSES:
        yield "unknown cause %s" % cause
    elif mode not in CLASSES:
        yield "unknown mode %s" % mode
    elif mode not in CAUSES[cause].split():
        yield "cause %s cannot have mode %s" % (cause, mode)
    if source not in SOURCES:
        yield "unknown source %s" % source
    if (cause == "success") != (source == "success"):
        yield "source success and cause success belong together"
    if cause == "success" and label["true_exit_code"] != 0:
        yield "a success must have exit code 0"
    if label["true_exit_code"] == 0 and cause not in ("success", "nan_loss", "loss_divergence"):
        yield "exit code 0 with cause %s" % cause
    if not -64 <= label["true_exit_code"] <= 255:
        yield "exit code %d is out of range" % label["true_exit_code"]
    if not label["why"].strip():
        yield "why is empty"
    rank = label["rank"]
    if rank is not None and (not isinstance(rank, int) or rank < 0):
        yield "rank %r is not a rank" % rank
    path = os.path.join(base, label["log_path"])
    if not os.path.isfile(path):
        yield "log %s does not exist" % label["log_path"]
        return
    with open(path, "rb") as log:
        lines = log.read().split(b"\n")
    root = label["root_line"]
    if root is None:
        if cause not in ("success", "unknown"):
            yield "root_line is missing"
    elif cause in ("success", "unknown"):
        yield "%s has no root line" % cause
    elif not 1 <= root <= len(lines):
        yield "root_line %d is outside the log (%d lines)" % (root, len(lines))
    elif not lines[root - 1].strip():
        yield "root_line %d is empty" % root
    if source == "captured" or label["log_path"].startswith("success/captured/"):
        yield from captured_faults(label, lines, known)


def main(base):
    path = os.path.join(base, "labels.jsonl")
    bad, ids, shapes, logs = 0, {}, {}, set()
    counts = collections.defaultdict(lambda: [0, 0, set(), 0])
    sources, known = collections.Counter(), injectors(base)

    def say(number, text):
        nonlocal bad
        bad += 1
        print("%s:%d: %s" % (path, number, text))

    with open(path, encoding="utf-8") as labels:
        for number, line in enumerate(labels, 1):
            try:
                label = json.loads(line)
            except ValueError as error:
                say(number, "not JSON: %s" % error)
                continue
            for text in faults_of(label, base, known):
                say(number, text)
            ident = label.get("id")
            if ident in ids:
                say(number, "id %s was used in line %d" % (ident, ids[ident]))
            ids.setdefault(ident, number)
            held = shapes.setdefault(label.get("shape"), label.get("holdout"))
            if held != label.get("holdout"):
                say(number, "shape %s is split between held out and open" % label.get("shape"))
            if label.get("log_path") in logs:
                say(number, "log %s has two labels" % label.get("log_path"))
            logs.add(label.get("log_path"))
            sources[label.get("source")] += 1
            entry = counts[label.get("cause")]
            entry[0] += 1
            entry[1] += bool(label.get("holdout"))
            entry[2].add(label.get("shape"))
            entry[3] += bool(label.get("multi_error"))
    for folder, _, names in os.walk(base):
        for name in names:
            rel = os.path.relpath(os.path.join(folder, name), base)
            if name.endswith(".log") and rel not in logs:
                say(0, "log %s has no label" % rel)
    for cause in CAUSES:
        if cause not in counts:
            say(0, "no log for cause %s" % cause)
    if not bad:
        for cause in sorted(counts):
            total, held, names, multi = counts[cause]
            print("%-22s %4d logs %3d held out %3d shapes %4d multi-error" % (cause, total, held, len(names), multi))
        print("%d logs, %d shapes, %d multi-error; %s" %
              (len(ids), len(shapes), sum(c[3] for c in counts.values()),
               ", ".join("%d %s" % (count, source) for source, count in sorted(sources.items()))))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))))
