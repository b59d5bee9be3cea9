"""gaps_explain.py RUN.JSON LOG SHOWN: is LOG what was SHOWN but for the gaps that RUN.JSON tells of?

For a job with one stream. Exit status 0, or 1 with the difference.
"""
import json
import sys

record_path, log_path, shown_path = sys.argv[1:]
with open(record_path, encoding="utf-8") as file:
    state = json.load(file)["log"]
with open(log_path, "rb") as file:
    log = file.read()[state["base_offset"]:]
with open(shown_path, "rb") as file:
    shown = file.read()

kept, at, logged = [], 0, 0
for gap in state["gaps"]:
    before = gap["offset"] - state["base_offset"] - logged
    kept.append(shown[at:at + before])
    at += before + gap["bytes"]
    logged += before
kept.append(shown[at:])

problems = []
if b"".join(kept) != log:
    problems.append("the log is not what was shown less the gaps")
if state["lost_bytes"] != sum(gap["bytes"] for gap in state["gaps"]):
    problems.append("lost_bytes is not the sum of the gaps")
if state["bytes"] != len(log):
    problems.append("bytes is not the size of the log")
if problems:
    print("; ".join(problems), f"(log {len(log)}, shown {len(shown)} bytes)", json.dumps(state))
    sys.exit(1)
