"""A private Slurm for the injectors that need one; its scripts are in programs/slurm/."""
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
PLACE = "/tmp/gpualert-capture/slurm"


class Cluster:
    """Brings the cluster up on entry and stops exactly its own daemons on exit."""

    def __init__(self, wanted):
        self.wanted = wanted

    def __enter__(self):
        if self.wanted:
            subprocess.run([os.path.join(HERE, "programs/slurm/up.sh"), PLACE], check=True, stdout=subprocess.DEVNULL)
        return self

    def __exit__(self, *_):
        if self.wanted:
            subprocess.run([os.path.join(HERE, "programs/slurm/down.sh"), PLACE], check=False)
        return False
