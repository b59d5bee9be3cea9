"""record_says.py RUN.JSON EXPRESSION: is it true of the record's fields?

A field that is not there is None. Prints the record when the expression is not true.
"""
import json
import sys

OPTIONAL = ["ended", "ending", "exec_error", "memory", "signals", "notes", "parent", "escaped",
            "reader_left", "scheduler"]

path, expression = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    record = json.load(file)
if not eval(expression, dict.fromkeys(OPTIONAL) | record):
    print(f"not true of run.json: {expression}: {json.dumps(record)}")
    sys.exit(1)
