"""Runs one variant of one injector and gives back the exact bytes it printed and its wait status."""
import hashlib
import os
import select
import shutil
import signal
import subprocess
import time

BASE = "/tmp/gpualert-capture"
PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")


def token(injector, number):
    """A directory name that is the same in every capture and says nothing about the cause."""
    return "r" + hashlib.sha256(("%s-%d" % (injector.shape, number)).encode()).hexdigest()[:5]


def prepare(injector, number):
    """An empty working directory with the injector's files; returns it and the name of the main program."""
    from registry import MAINS
    name = token(injector, number)
    place = os.path.join(BASE, name)
    shutil.rmtree(place, ignore_errors=True)
    os.makedirs(place)
    os.chmod(place, 0o777)
    main = MAINS[int(name[1:], 16) % len(MAINS)]
    for target, source in injector.files.items():
        target = main if target == "main" else target
        os.makedirs(os.path.dirname(os.path.join(place, target)) or place, exist_ok=True)
        shutil.copyfile(os.path.join(PROGRAMS, source), os.path.join(place, target))
    for kit in os.listdir(os.path.join(PROGRAMS, "lib")):
        if kit.endswith(".py") or kit.endswith(".sh"):
            shutil.copy(os.path.join(PROGRAMS, "lib", kit), os.path.join(place, kit))
    return place, main


def environment(place, name):
    return {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": place, "USER": "root",
            "LOGNAME": "root", "SHELL": "/bin/bash", "LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1", "OMP_NUM_THREADS": "1",
            "PYTHONDONTWRITEBYTECODE": "1", "GLOO_SOCKET_IFNAME": "lo", "CAPTURE_RUN": name, "TMPDIR": "/tmp",
            "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def leftovers(name):
    """Processes of this run that are still alive, found by the marker in their environment."""
    marker = ("CAPTURE_RUN=%s" % name).encode()
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/environ" % pid, "rb") as env:
                if marker in env.read().split(b"\0"):
                    yield int(pid)
        except OSError:
            pass


def sweep(name):
    for _ in range(20):
        alive = [pid for pid in leftovers(name) if pid != os.getpid()]
        if not alive:
            return
        for pid in alive:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
        time.sleep(0.1)


def execute(injector, number):
    """(output, status or None when it ran past its time, working directory)"""
    place, main = prepare(injector, number)
    name = os.path.basename(place)
    values = dict(injector.variants[number], main=main, dir=place, py="/usr/bin/python3")
    command = injector.command.format(**values)
    reader, writer = os.pipe()
    child = subprocess.Popen(["/bin/bash", "-c", "exec " + command if is_simple(command) else command],
                             stdin=subprocess.DEVNULL, stdout=writer, stderr=writer, cwd=place,
                             env=environment(place, name), start_new_session=True)
    os.close(writer)
    output, late, status, deadline = bytearray(), None, None, time.monotonic() + injector.timeout
    expired = False
    while True:
        ready, _, _ = select.select([reader], [], [], 0.2)
        if ready:
            chunk = os.read(reader, 65536)
            if not chunk:
                break
            output += chunk
            continue
        now = time.monotonic()
        if child.poll() is not None and late is None:
            late = now + 3      # survivors may still print, as they may in a real job
        if late is not None and now > late:
            break
        if now > deadline:
            expired = True
            break
    os.close(reader)
    try:
        status = child.wait(timeout=max(0.1, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        expired = True
    sweep(name)
    if expired:
        child.wait()
    return bytes(output), None if expired else status, place


def is_simple(command):
    """One command without shell syntax: exec keeps the shell out of its status."""
    return not any(c in command for c in ";&|\n(<>`")
