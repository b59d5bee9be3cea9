"""The Slurm that tests share: `cluster.py up FILE [PID]` and `cluster.py down FILE` for ctest, Cluster
for tests. FILE says where it is, or why there is none. A keeper owns the daemons; it takes all down
when it is told to, when PID (its parent: ctest) is gone, or after half an hour."""

import json
import os
import pwd
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import daemons

LIFETIME = 1800  # seconds
PATIENCE = 60  # seconds that a loaded machine may take for what is done in one
SKIPPED = 77

TERMINAL = ("BOOT_FAIL CANCELLED COMPLETED DEADLINE FAILED NODE_FAIL OUT_OF_MEMORY PREEMPTED"
            " TIMEOUT").split()

# What slurmctld calls for mail unless a test says otherwise: keeps each call as mail/N.json.
RECORDER = """#!/usr/bin/python3
import json, os, sys, time
directory = os.path.dirname(os.path.dirname(os.path.abspath(sys.argv[0]))) + "/mail/"
name = f"{time.time_ns()}.{os.getpid()}"
with open(directory + "." + name, "w") as file:
    json.dump({"argv": sys.argv, "env": dict(os.environ)}, file)
os.rename(directory + "." + name, directory + name + ".json")
"""


class Cluster:
    """A running cluster, as a test sees it."""

    def __init__(self, directory, cgroups, nodes):
        self.directory, self.cgroups, self.nodes = directory, cgroups, nodes
        self.home = os.path.join(directory, "home")
        self.user = pwd.getpwnam(daemons.JOB_USER)
        self.gpualert = os.path.join(directory, "bin", "gpualert")  # within reach of every user
        self.submitted = []

    @classmethod
    def shared(cls):
        """The one that ctest brought up (SLURM_CLUSTER); ends the test as skipped without one."""
        with open(os.environ["SLURM_CLUSTER"]) as file:
            state = json.load(file)
        if "skip" in state:
            print("skipped:", state["skip"])
            sys.exit(SKIPPED)
        return cls(state["directory"], state["cgroups"], state["nodes"])

    def environment(self, **more):
        return {"PATH": self.directory + "/bin:/usr/bin:/bin", "HOME": self.home, "LANG": "C.UTF-8",
                "USER": self.user.pw_name, "LOGNAME": self.user.pw_name,
                "SLURM_CONF": self.directory + "/slurm.conf", **more}

    def as_user(self, *command, check=True, timeout=PATIENCE, **more):
        """Runs a command as the unprivileged user, in a home directory of its own."""
        return subprocess.run(
            command, env=self.environment(**more), cwd=self.home, user=self.user.pw_uid,
            group=self.user.pw_gid, extra_groups=[], capture_output=True, text=True, check=check,
            timeout=timeout, umask=0o022,
        )

    def as_root(self, *command, check=True):
        return subprocess.run(command, env=self.environment(), capture_output=True, text=True,
                              check=check, timeout=PATIENCE)

    def submit(self, script, *options):
        """Submits the text of a batch script; gives the job's id."""
        if not script.startswith("#!"):
            script = "#!/bin/bash\n" + script
        done = subprocess.run(
            ["sbatch", "--parsable", *options], input=script, env=self.environment(),
            cwd=self.home, user=self.user.pw_uid, group=self.user.pw_gid, extra_groups=[],
            capture_output=True, text=True, timeout=PATIENCE, umask=0o022,
        )
        if done.returncode != 0:
            raise RuntimeError(f"sbatch: {done.stderr}")
        job = done.stdout.strip().partition(";")[0]
        self.submitted.append(job)
        return job

    def job(self, job):
        """Fields of `scontrol show job -o`; of an array, those of its last task that is listed."""
        shown = self.as_root("scontrol", "show", "job", "-o", job, check=False).stdout
        fields = {}
        for line in shown.splitlines():
            fields = dict(re.findall(r"(?:^| )([A-Za-z:/]+)=(\S*)", line))
        return fields

    def wait(self, job, states=TERMINAL, timeout=PATIENCE + 60):
        """Waits until the job is in one of the states; gives its fields."""
        self.until(lambda: self.job(job).get("JobState") in states, timeout,
                   lambda: f"job {job}: {self.job(job)}, not {states}")
        return self.job(job)

    @staticmethod
    def until(is_true, timeout=PATIENCE, what=lambda: "it did not become true"):
        end = time.monotonic() + timeout
        while not is_true():
            if time.monotonic() > end:
                raise AssertionError(f"{what()} after {timeout} s")
            time.sleep(0.1)

    def wait_for_requeued(self, job, states):
        """Waits for the end of a job that was requeued, without the two minutes that it would
        wait itself; while the first attempt completes, Slurm sets them anew."""
        def ended():
            fields = self.job(job)
            state = fields.get("JobState")
            if state == "PENDING" and fields.get("Reason") == "BeginTime":
                self.as_root("scontrol", "update", "JobId=" + job, "StartTime=now", check=False)
            return state in states
        # A node refuses a job in the second in which it killed it ("already killed, do not launch").
        time.sleep(2)
        self.until(ended, PATIENCE + 60, lambda: f"job {job}: {self.job(job)}, not {states}")

    def read(self, name):
        """A file of the home directory, as text; "" while it is not there."""
        try:
            with open(os.path.join(self.home, name), errors="replace") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def set_mail_program(self, program=None):
        """What slurmctld calls for mail from now on, under the name gpualert-mail; None: the
        recorder."""
        name = os.path.join(self.directory, "bin", "gpualert-mail")
        target = program or os.path.join(self.directory, "bin", "record-mail")
        os.symlink(target, name + ".new")
        os.replace(name + ".new", name)

    def mails(self):
        """What the recorder saw: {"argv": …, "env": …}, oldest first."""
        directory = os.path.join(self.directory, "mail")
        calls = []
        for name in sorted(os.listdir(directory)):
            if name.endswith(".json"):
                with open(os.path.join(directory, name)) as file:
                    calls.append(json.load(file))
        return calls

    def clean(self):
        """Cancels this test's jobs and empties the home directory and the recorded mails."""
        if self.submitted:
            self.as_root("scancel", *self.submitted, check=False)
            self.until(lambda: not self.as_root("squeue", "-h", "-o", "%A", check=False).stdout,
                       PATIENCE, lambda: "jobs do not end")
            self.submitted = []
        self.set_mail_program()
        for place in (self.home, os.path.join(self.directory, "mail")):
            for name in os.listdir(place):
                path = os.path.join(place, name)
                shutil.rmtree(path) if os.path.isdir(path) else os.unlink(path)


def install_programs(directory):
    """Copies: a build tree below /root is out of the job's reach."""
    binaries = [("GPUALERT", "bin/gpualert"), ("DELIVER", "libexec/gpualert/gpualert-deliver")]
    for variable, name in binaries:
        if variable in os.environ:
            os.makedirs(os.path.dirname(os.path.join(directory, name)), exist_ok=True)
            shutil.copy2(os.environ[variable], os.path.join(directory, name))
    with open(os.path.join(directory, "bin", "record-mail"), "w") as file:
        os.fchmod(file.fileno(), 0o755)
        file.write(RECORDER)


def keep(state_file, watched):
    """Brings a cluster up, tells in the state file, and keeps it until `watched` ends."""
    # Signals end the wait below; the daemons get the default again from Popen.
    told, teller = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.set_wakeup_fd(teller)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: None)
    directory = tempfile.mkdtemp(prefix="gpualert-slurm.", dir="/tmp")
    # SLURM_PROCTRACK=linuxproc: without cgroups even where there are some.
    linuxproc = os.environ.get("SLURM_PROCTRACK") == "linuxproc"
    slurm = daemons.Daemons(directory, cgroups=False if linuxproc else None)
    state = {"directory": directory, "cgroups": slurm.cgroups, "nodes": slurm.nodes,
             "keeper": os.getpid()}
    try:
        slurm.start()
        install_programs(directory)
        Cluster(directory, slurm.cgroups, slurm.nodes).set_mail_program()
        tell(state_file, state)
        gone = os.pidfd_open(watched)
        select.select([told, gone], [], [], LIFETIME)
    except (RuntimeError, OSError) as error:
        tell(state_file, {"failed": str(error)})
    finally:
        slurm.stop()


def tell(state_file, state):
    with open(state_file + ".new", "w") as file:
        json.dump(state, file)
    os.replace(state_file + ".new", state_file)


def up(state_file, watched=None):
    if os.path.exists(state_file):
        down(state_file)
    if reason := daemons.why_not():
        tell(state_file, {"skip": reason})
        print("no Slurm:", reason)
        return 0
    watched = int(watched or os.getppid())
    if os.fork() == 0:
        os.setsid()
        null = os.open(os.devnull, os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(null, fd)
        keep(state_file, watched)
        os._exit(0)
    Cluster.until(lambda: os.path.exists(state_file), 90, lambda: "the cluster did not come up")
    with open(state_file) as file:
        state = json.load(file)
    if "failed" in state:
        print(state["failed"])
        return 1
    if not state["cgroups"]:
        print("no memory controller of cgroup v1: proctrack/linuxproc, no memory limits")
    return 0


def down(state_file):
    """Ends the keeper, and waits until it has tidied up."""
    try:
        with open(state_file) as file:
            state = json.load(file)
        os.unlink(state_file)
    except FileNotFoundError:
        return 0
    if "keeper" in state and os.path.isdir(state["directory"]):
        try:
            with open(f"/proc/{state['keeper']}/cmdline") as file:
                if "cluster.py" in file.read():
                    os.kill(state["keeper"], signal.SIGTERM)
        except (FileNotFoundError, ProcessLookupError):
            print("the keeper is gone, its directory is not:", state["directory"])
            return 1
        Cluster.until(lambda: not os.path.isdir(state["directory"]), 40)
    return 0


if __name__ == "__main__":
    sys.exit({"up": up, "down": down}[sys.argv[1]](*sys.argv[2:]))
