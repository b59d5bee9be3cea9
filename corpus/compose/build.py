#!/usr/bin/python3
"""Writes corpus/composed, corpus/success and the composed part of labels.jsonl.

Deterministic: the same sources give the same bytes.
"""
import collections
import importlib
import os
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True

import core  # noqa: E402

for name in ("gpu", "comm", "sched", "host", "system", "program", "benign", "more"):
    if os.path.exists(os.path.join(HERE, name + ".py")):
        importlib.import_module(name)

base = os.path.dirname(HERE)
for folder in ("composed", "success"):
    shutil.rmtree(os.path.join(base, folder), ignore_errors=True)
labels = core.write_all(base)
counts = collections.Counter(label["cause"] for label in labels)
shapes = collections.defaultdict(set)
for label in labels:
    shapes[label["cause"]].add(label["shape"])
for cause, count in sorted(counts.items()):
    print("%-22s %3d logs %2d shapes" % (cause, count, len(shapes[cause])))
print(len(labels), "logs")
