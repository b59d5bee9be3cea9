"""Starts a native trainer, relays its output, and checks how it ended, as experiment managers do."""
import subprocess
import sys

from trainkit import Run

run = Run("launch", binary=sys.argv[-3].lstrip("./"), retries=0)
command = run.rest[-4:] if run.rest[-4].startswith("./") else run.rest[-3:]
run.info("starting %s" % " ".join(command))
subprocess.run(command, check=True)
run.info("all done")
