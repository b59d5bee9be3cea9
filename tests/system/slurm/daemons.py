"""munged, slurmctld and slurmd as children of this process, in one directory, on the loopback.

Nothing outside the directory is touched but cgroups named slurm_NODE, which are removed. Whatever a
job daemonises is adopted by this process (a subreaper), so that stop() finds it without any name."""

import ctypes
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import time

PROGRAMS = ("munged", "slurmctld", "slurmd", "scontrol", "sbatch", "srun")
NODES = 2
JOB_USER = "nobody"  # exists everywhere, and owns nothing
CGROUPS = "/sys/fs/cgroup"
PR_SET_CHILD_SUBREAPER = 36


def why_not():
    """The reason why there can be no cluster here; "" if there can."""
    if os.geteuid() != 0:
        return "needs root: slurmd starts jobs as another user"
    path = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
    missing = [name for name in PROGRAMS if not shutil.which(name, path=path)]
    return f"{', '.join(missing)} not installed (slurm-wlm, munge)" if missing else ""


def has_cgroups():
    """Whether Slurm can use the freezer and memory controllers of cgroup v1 here."""
    for controller in ("freezer", "memory"):
        trial = f"{CGROUPS}/{controller}/gpualert_trial_{os.getpid()}"
        try:
            os.mkdir(trial)
            os.rmdir(trial)
        except OSError:
            return False
    return True


def free_ports(count):
    """Ports below the ephemeral range that nobody listens on."""
    while True:
        first = random.randrange(20000, 32000)
        try:
            for port in range(first, first + count):
                with socket.socket() as trial:
                    trial.bind(("127.0.0.1", port))
            return first
        except OSError:
            continue


def user_or_root(name):
    try:
        return pwd.getpwnam(name)
    except KeyError:
        return pwd.getpwuid(0)


def children():
    """Pids of this process' children, also of those that it adopted."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat") as file:
                after_name = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(after_name[1]) == os.getpid():
            found.append(int(pid))
    return found


def reap():
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


class Daemons:
    def __init__(self, directory, kill_wait=5, min_job_age=300, cpus=64, cgroups=None, more=""):
        self.directory = directory
        self.cgroups = has_cgroups() if cgroups is None else cgroups
        self.host = socket.gethostname().partition(".")[0]
        self.slurm = user_or_root("slurm")
        self.munge = user_or_root("munge")
        self.settings = (kill_wait, min_job_age, cpus, more)
        # A node is called after its port: clusters beside this one have cgroups of their own.
        self.port = free_ports(1 + NODES)
        self.nodes = [f"gpu{self.port + 1 + i}" for i in range(NODES)]
        self.running = []
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)

    def path(self, *names):
        return os.path.join(self.directory, *names)

    def make_tree(self):
        os.chmod(self.directory, 0o755)  # SlurmUser and the job's user go through it
        for name in ("munge", "state", "log", "run", "spool", "bin", "mail", "home"):
            os.makedirs(self.path(name), exist_ok=True)
        for node in self.nodes:
            os.makedirs(self.path("spool", node), exist_ok=True)
        with open(self.path("munge", "munge.key"), "wb") as file:
            os.fchmod(file.fileno(), 0o400)
            file.write(os.urandom(1024))
        for name in ("munge", "munge/munge.key"):
            os.chown(self.path(name), self.munge.pw_uid, self.munge.pw_gid)
        for name in ("state", "log", "run", "mail"):
            os.chown(self.path(name), self.slurm.pw_uid, self.slurm.pw_gid)
        job = pwd.getpwnam(JOB_USER)
        os.chown(self.path("home"), job.pw_uid, job.pw_gid)

    def configure(self):
        kill_wait, min_job_age, cpus, more = self.settings
        track, task = ("cgroup", "cgroup") if self.cgroups else ("linuxproc", "none")
        nodes = "".join(
            f"NodeName={node} NodeHostname={self.host} NodeAddr=127.0.0.1 Port={self.port + 1 + i} "
            f"CPUs={cpus} RealMemory={cpus * 200} State=UNKNOWN\n"
            for i, node in enumerate(self.nodes)
        )
        with open(self.path("slurm.conf"), "w") as file:
            file.write(
                f"""ClusterName=testcluster
SlurmctldHost={self.host}(127.0.0.1)
SlurmctldPort={self.port}
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
AuthType=auth/munge
AuthInfo=socket={self.path("munge", "munge.sock")}
CredType=cred/munge
SlurmUser={self.slurm.pw_name}
SlurmdUser=root
StateSaveLocation={self.path("state")}
SlurmdSpoolDir={self.path("spool")}/%n
SlurmctldPidFile={self.path("run", "slurmctld.pid")}
SlurmdPidFile={self.path("run")}/slurmd.%n.pid
SlurmctldLogFile={self.path("log", "slurmctld.log")}
SlurmdLogFile={self.path("log")}/slurmd.%n.log
SlurmctldDebug=info
SlurmdDebug=info
ProctrackType=proctrack/{track}
TaskPlugin=task/{task}
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc={self.path("log", "jobcomp.txt")}
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=2,sched_interval=2,batch_sched_delay=1,sched_min_interval=100000
SlurmdParameters=config_overrides
ReturnToService=2
MailProg={self.path("bin", "gpualert-mail")}
MailDomain=jobs.test
KillWait={kill_wait}
MinJobAge={min_job_age}
InactiveLimit=0
SlurmctldTimeout=30
SlurmdTimeout=30
JobRequeue=1
MaxArraySize=20001
MaxJobCount=30000
{more}
{nodes}PartitionName=debug Nodes=ALL Default=YES MaxTime=INFINITE DefMemPerCPU=100 State=UP
"""
            )
        with open(self.path("cgroup.conf"), "w") as file:
            file.write(f"CgroupPlugin=cgroup/v1\nCgroupMountpoint={CGROUPS}\n")
            if self.cgroups:
                file.write("ConstrainRAMSpace=yes\nConstrainSwapSpace=no\nConstrainCores=no\n")

    def spawn(self, name, command, user=None):
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "SLURM_CONF": self.path("slurm.conf")}
        more = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}
        with open(self.path("log", name + ".start"), "wb") as log:
            daemon = subprocess.Popen(
                command, env=environment, cwd=self.path("log"), stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, start_new_session=True, umask=0o022, **more,
            )
        self.running.append(daemon)

    def start(self, deadline=60):
        """Brings all up and waits until every node is idle; raises with the logs' ends."""
        self.make_tree()
        self.configure()
        munge = self.path("munge")
        self.spawn(
            "munged",
            ["munged", "--foreground", "--force", "--num-threads=2",
             f"--key-file={munge}/munge.key", f"--socket={munge}/munge.sock",
             f"--pid-file={munge}/munged.pid", f"--log-file={munge}/munged.log",
             f"--seed-file={munge}/munged.seed"],
            self.munge,
        )
        end = time.monotonic() + deadline
        self.wait(lambda: os.path.exists(f"{munge}/munge.sock"), end, "munged")
        self.spawn("slurmctld", ["slurmctld", "-D", "-i"], self.slurm)
        for node in self.nodes:
            self.spawn("slurmd." + node, ["slurmd", "-D", "-N", node])
        self.wait(self.nodes_idle, end, "the nodes")

    def wait(self, is_true, end, what):
        while not is_true():
            dead = [str(daemon.args[0]) for daemon in self.running if daemon.poll() is not None]
            if dead or time.monotonic() > end:
                raise RuntimeError(f"{what} did not come up; ended: {dead}\n{self.log_ends()}")
            time.sleep(0.1)

    def query(self, *command):
        environment = {"PATH": "/usr/bin:/bin", "SLURM_CONF": self.path("slurm.conf")}
        try:
            return subprocess.run(command, env=environment, capture_output=True, text=True,
                                  timeout=20).stdout
        except subprocess.TimeoutExpired:
            return ""

    def nodes_idle(self):
        return self.query("sinfo", "-h", "-N", "-o", "%T").split() == ["idle"] * NODES

    def log_ends(self):
        ends = []
        for name in sorted(os.listdir(self.path("log"))):
            with open(self.path("log", name), errors="replace") as file:
                ends.append(f"{name}:\n" + "".join(file.readlines()[-8:]))
        return "\n".join(ends)

    def stop(self):
        """Ends jobs, daemons and whatever they left, and removes the directory."""
        if os.path.exists(self.path("slurm.conf")) and self.query("squeue", "-h", "-o", "%A"):
            self.query("scancel", "-f", "-s", "KILL", "--user", JOB_USER)
        for daemon in reversed(self.running):
            if daemon.poll() is None:
                daemon.terminate()
        end = time.monotonic() + 10
        while children() and time.monotonic() < end:
            reap()
            if time.monotonic() > end - 5:
                for pid in children():
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.05)
        self.remove_cgroups()
        shutil.rmtree(self.directory, ignore_errors=True)

    def remove_cgroups(self):
        for controller in os.listdir(CGROUPS) if os.path.isdir(CGROUPS) else []:
            for node in self.nodes:
                top = os.path.join(CGROUPS, controller, "slurm_" + node)
                for place, _, _ in os.walk(top, topdown=False):
                    os.rmdir(place)
