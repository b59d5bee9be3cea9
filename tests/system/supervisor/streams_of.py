"""streams_of.py RUN_DIR OUT ERR: splits output.log by output.idx into its streams.

Reads the format that <gpualert/output_index.hpp> describes, not our code that reads it. Exits with
1 when the index is not well-formed; prints the streams that it found.
"""
import itertools
import json
import os
import struct
import sys

run_dir, out_path, err_path = sys.argv[1:]


def read(name):
    with open(os.path.join(run_dir, name), "rb") as file:
        return file.read()


index, log = read("output.idx"), read("output.log")
base = json.loads(read("run.json"))["log"]["base_offset"]
if index[:8] != b"GPAIDX1\n" or (len(index) - 8) % 32:
    sys.exit(f"bad magic or a torn record: {index[:8]!r}, {len(index)} bytes")
records = list(struct.iter_unpack("<QqqII", index[8:]))
problems = []
if records and records[0][0] != base:
    problems.append(f"the first record is at {records[0][0]}, the run's bytes begin at {base}")
for before, after in itertools.pairwise(records):
    if not before[0] < after[0] or before[1] > after[1]:
        problems.append(f"not in order: {before}, {after}")
    if after[0] - before[0] > 3 * 65536 and after[3] == before[3]:
        problems.append(f"a stretch of {after[0] - before[0]} bytes without a time")
if problems:
    sys.exit("\n".join(problems))

ends = [record[0] for record in records[1:]] + [len(log)]
with open(out_path, "wb") as out, open(err_path, "wb") as err:
    for (start, _, _, stream, _), end in zip(records, ends):
        (err if stream == 2 else out).write(log[start:end])
print(*sorted({record[3] for record in records}))
