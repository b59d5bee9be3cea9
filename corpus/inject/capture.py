#!/usr/bin/python3
"""Makes captured logs and their labels: capture.py [--only REGEX] [--list] [--new] [--relabel] [--jobs N]

Every injector's program is run, its output stored byte for byte in captured/ (or success/captured/), and its label
written to labels.jsonl. A run that does not show the declared root, or that ends with status 0 although it should
fail, is reported and stored nowhere.
"""
import argparse
import concurrent.futures
import fcntl
import importlib
import json
import os
import re
import shutil
import signal
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
CORPUS = os.path.dirname(HERE)
sys.path[:0] = [HERE, os.path.join(HERE, "families")]
import cluster  # noqa: E402
import execute  # noqa: E402
import needs  # noqa: E402
import registry  # noqa: E402

FAMILIES = sorted(name[:-3] for name in os.listdir(os.path.join(HERE, "families")) if name.endswith(".py"))
MAX_BYTES = 200_000
PRIVATE = re.compile(rb"/work/|/root/|/home/(?!jobu)|pyenv|/tmp/wt/")


def is_ours(label):
    return label["source"] == "captured" or label["log_path"].startswith("success/captured/")


def find_root(injector, variant, output):
    """The number of the decisive line, from 1; raises ValueError when the log does not show it."""
    pattern = variant.get("root", injector.root)
    if not pattern:
        return None
    hits = [n for n, line in enumerate(output.split(b"\n"), 1) if re.search(pattern.encode(), line)]
    if not hits:
        raise ValueError("no line matches %s" % pattern)
    return hits[0 if injector.pick == "first" else -1]


def judge(injector, number, output, status):
    """The label's changing part; raises ValueError when the run did not do what it was meant to do."""
    variant = injector.variants[number]
    if status is None:
        raise ValueError("ran past its time limit of %d s" % injector.timeout)
    expected = variant.get("status", injector.status)
    if injector.cause == "success" and status != 0:
        raise ValueError("status %d instead of 0" % status)
    if status == 0 and expected != 0 and injector.cause != "success":
        raise ValueError("status 0")
    if expected is not None and status != expected:
        raise ValueError("status %d instead of %d" % (status, expected))
    if len(output) > MAX_BYTES or len(output) < 40:
        raise ValueError("%d bytes" % len(output))
    private = PRIVATE.search(output)
    if private:
        raise ValueError("the log holds the private path %s" % private.group().decode())
    if injector.absent and re.search(injector.absent.encode(), output):
        raise ValueError("the log holds %s" % injector.absent)
    root = find_root(injector, variant, output)
    return {"true_exit_code": status, "root_line": root, "rank": rank_told(variant.get("rank", injector.rank), root,
        output)}


def rank_told(rank, root, output):
    """The rank that failed first, if somebody who only has the log can know it, else None."""
    if rank is None:
        return None
    line = output.split(b"\n")[root - 1] if root else b""
    named = r"\[default{0}\]|\b[Rr]ank ?{0}(\b|_)|\[1,{0}\]|^ *{0}: "
    launcher = (r"[Pp]rocess {0} terminated|invoked on rank {0} |process rank {0} with PID|task {0}: |"
                r"Process name: \[\[\d+,1\],{0}\]")
    named, launcher = (text.format(rank).encode() for text in (named, launcher))
    table = output.partition(b"Failures:")[2]
    only = b"NO_OTHER_FAILURES" in table and re.search(rb"Root Cause.*?rank +: %d \(" % rank, table, re.S)
    signal = re.search(rb"rank +: %d \(local_rank: \d+\)\s+exitcode +: -" % rank, table)
    return rank if re.search(named, line) or re.search(launcher, output) or only or signal else None


def label_of(injector, number, held, measured):
    variant, success = injector.variants[number], injector.cause == "success"
    name = "%s-%d" % (injector.shape, number + 1)
    folder = ("success/captured/" if success else "captured/") + ("held/" if held else "")
    return {"id": name, "mode": variant.get("mode", injector.mode), "source": "success" if success else "captured",
            "log_path": folder + name + ".log", "gpu": "none", "driver": "none",
            "true_exit_code": measured["true_exit_code"], "cause": injector.cause, "root_line": measured["root_line"],
            "rank": measured["rank"], "framework": injector.framework,
            "why": variant.get("why", injector.why),
            "multi_error": bool(variant.get("multi", injector.multi)) and not success,
            "shape": injector.shape, "holdout": held}


def attempt(injector, number, tries=3):
    for left in range(tries, 0, -1):
        try:
            output, status, place = execute.execute(injector, number)
        except OSError as error:
            raise ValueError(str(error)) from None
        shutil.rmtree(place, ignore_errors=True)
        try:
            return output, judge(injector, number, output, status)
        except ValueError as error:
            fault = str(error)
            with open(os.path.join(execute.BASE, "%s-%d.bad" % (injector.shape, number + 1)), "wb") as bad:
                bad.write(output)
            if left == 1:
                raise ValueError(fault) from None
    return None


def load_labels():
    with open(os.path.join(CORPUS, "labels.jsonl"), encoding="utf-8") as labels:
        return [json.loads(line) for line in labels]


def store(fresh):
    """Writes labels.jsonl: everybody else's labels as they were, then ours in the order of registration."""
    lock = open(os.path.join(execute.BASE, "labels.lock"), "w", encoding="ascii")    # two captures may run side by side
    fcntl.flock(lock, fcntl.LOCK_EX)
    kept = load_labels()
    order = {"%s-%d" % (i.shape, n + 1): at for at, (i, n) in
             enumerate((i, n) for i in registry.ALL for n in range(len(i.variants)))}
    ours = {label["id"]: label for label in kept if is_ours(label)}
    ours.update({label["id"]: label for label in fresh})
    path = os.path.join(CORPUS, "labels.jsonl")
    with open(path + ".new", "w", encoding="utf-8") as out:
        for label in [label for label in kept if not is_ours(label)] + \
                sorted((label for label in ours.values() if label["id"] in order), key=lambda x: order[x["id"]]):
            out.write(json.dumps(label, ensure_ascii=False) + "\n")
    os.replace(path + ".new", path)


def relabel(wanted, known):
    """New labels for stored logs, after the text of an injector changed."""
    fresh = []
    for injector, number in wanted:
        old = known.get("%s-%d" % (injector.shape, number + 1))
        if old:
            with open(os.path.join(CORPUS, old["log_path"]), "rb") as log:
                measured = judge(injector, number, log.read(), old["true_exit_code"])
            fresh.append(label_of(injector, number, old["holdout"], measured))
    return fresh


def arguments():
    parser = argparse.ArgumentParser(description="Makes captured logs and their labels.")
    parser.add_argument("--only", default="", metavar="REGEX", help="only the logs whose id matches")
    parser.add_argument("--list", action="store_true", help="print the ids and what they need, run nothing")
    parser.add_argument("--new", action="store_true", help="only logs that have no label yet")
    parser.add_argument("--relabel", action="store_true",
                        help="run nothing; derive the labels of the stored logs again")
    parser.add_argument("--jobs", type=int, default=2, help="programs run at the same time (2)")
    return parser.parse_args()


def main():
    options = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))     # the cluster is stopped on the way out
    for family in FAMILIES:
        importlib.import_module(family)
    labels = load_labels()
    known = {label["id"] for label in labels}
    wanted = [(i, n) for i in registry.ALL for n in range(len(i.variants))
              if re.search(options.only, "%s-%d" % (i.shape, n + 1))
              and not (options.new and "%s-%d" % (i.shape, n + 1) in known)]
    if options.list:
        for injector, number in wanted:
            print("%s-%d\t%s" % (injector.shape, number + 1, " ".join(injector.needs)))
        return 0
    os.makedirs(execute.BASE, exist_ok=True)
    if options.relabel:
        store(relabel(wanted, {label["id"]: label for label in labels}))
        return 0
    needs.install({need for injector, _ in wanted for need in injector.needs})
    held, fresh, faults = registry.held_out([x for x in labels if is_ours(x)]), [], 0
    skipped = {}
    for injector, number in list(wanted):
        lack = needs.missing(injector.needs)
        if lack:
            skipped.setdefault(lack, []).append("%s-%d" % (injector.shape, number + 1))
            wanted.remove((injector, number))
    for lack, ids in skipped.items():
        print("capture: skipped, this machine has no %s: %s" % (lack, " ".join(ids)))
    with cluster.Cluster(any("slurm" in injector.needs for injector, _ in wanted)), \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runs = {pool.submit(attempt, i, n): (i, n) for i, n in wanted}
        for run in concurrent.futures.as_completed(runs):
            injector, number = runs[run]
            name = "%s-%d" % (injector.shape, number + 1)
            try:
                output, measured = run.result()
            except ValueError as error:
                faults += 1
                print("capture: %s: %s; its output is %s/%s.bad" % (name, error, execute.BASE, name))
                continue
            label = label_of(injector, number, held[injector.shape], measured)
            path = os.path.join(CORPUS, label["log_path"])
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as log:
                log.write(output)
            fresh.append(label)
            print("%s: status %d, root line %s, %d bytes" %
                  (name, measured["true_exit_code"], measured["root_line"], len(output)), flush=True)
    store(fresh)
    print("capture: %d logs, %d faults, %d skipped" % (len(fresh), faults, sum(map(len, skipped.values()))))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
