"""What an injector may need of the machine, how to tell whether it is there, and Debian packages that bring it."""
import ctypes.util
import os
import shutil
import subprocess

PACKAGES = {
    "torch": "python3-torch python3-numpy", "numpy": "python3-numpy", "pandas": "python3-pandas",
            "h5py": "python3-h5py",
    "pil": "python3-pil", "yaml": "python3-yaml", "requests": "python3-requests", "aiohttp": "python3-aiohttp",
    "click": "python3-click", "sklearn": "python3-sklearn", "pydantic": "python3-pydantic", "tqdm": "python3-tqdm",
    "omegaconf": "python3-omegaconf", "mpi": "openmpi-bin libopenmpi-dev", "mpi4py": "python3-mpi4py openmpi-bin",
    "slurm": "slurm-wlm munge", "cxx": "g++ make libgomp1", "ninja": "ninja-build python3-dev", "curl": "curl",
    "git": "git", "fuse": "python3-fusepy", "wget": "wget", "cmake": "cmake", "scipy": "python3-scipy",
    "sqlite": "sqlite3", "pytest": "python3-pytest",
}


def _run(*argv):
    return subprocess.run(argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0


def _module(name):
    return lambda: _run("/usr/bin/python3", "-c", "import %s" % name)


def _program(*names):
    return lambda: all(shutil.which(name) for name in names)


def _memcg():
    return os.access("/sys/fs/cgroup/memory/memory.limit_in_bytes", os.W_OK)


CHECKS = {
    "root": lambda: os.geteuid() == 0,
    "mount": lambda: _run("unshare", "-m", "mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", "/mnt"),
    "memcg": _memcg,
    "pids": lambda: os.path.isdir("/sys/fs/cgroup/pids") and os.access("/sys/fs/cgroup/pids", os.W_OK),
    "nvcc": lambda: os.access("/usr/local/cuda/bin/nvcc", os.X_OK) or bool(shutil.which("nvcc")),
    "no_driver": lambda: not os.path.exists("/dev/nvidiactl"),
    "loop": lambda: os.path.exists("/dev/loop-control") and bool(shutil.which("mkfs.ext2")),
    "fuse": lambda: os.path.exists("/dev/fuse") and bool(ctypes.util.find_library("fuse")) and _module("fusepy")(),
    "no_avx512": lambda: "avx512f" not in open("/proc/cpuinfo").read(),
    "slurm": _program("slurmctld", "slurmd", "srun", "munged"), "mpi": _program("mpirun", "mpicc"),
    "cxx": _program("g++", "make"), "ninja": _program("ninja"), "curl": _program("curl"), "git": _program("git"),
    "wget": _program("wget"), "cmake": _program("cmake"), "sqlite": _module("sqlite3"),
    "torch": _module("torch"), "numpy": _module("numpy"), "pandas": _module("pandas"), "h5py": _module("h5py"),
    "pil": _module("PIL"), "yaml": _module("yaml"), "requests": _module("requests"), "aiohttp": _module("aiohttp"),
    "click": _module("click"), "sklearn": _module("sklearn"), "pydantic": _module("pydantic"), "tqdm": _module("tqdm"),
    "omegaconf": _module("omegaconf"), "mpi4py": _module("mpi4py"), "scipy": _module("scipy"),
    "pytest": _module("pytest"),
}
_known = {}


def missing(names):
    """The first need that this machine cannot meet, or None."""
    for name in names:
        if name not in _known:
            _known[name] = bool(CHECKS[name]())
        if not _known[name]:
            return name
    return None


def install(names):
    """Installs Debian packages for the needs that are not met; says so when it may not."""
    wanted = sorted({p for n in names if n in PACKAGES and missing([n]) for p in PACKAGES[n].split()})
    if not wanted:
        return
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        print("capture: not root, so these are not installed: %s" % " ".join(wanted))
        return
    env = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    subprocess.run(["apt-get", "update", "-qq"], env=env, check=False)
    subprocess.run(["apt-get", "install", "-y", "-q", "--no-install-recommends"] + wanted, env=env, check=False,
                   stdout=subprocess.DEVNULL)
    _known.clear()
