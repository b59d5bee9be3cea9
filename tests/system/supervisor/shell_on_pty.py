"""A terminal, with a process on it that plays an interactive shell with job control."""
import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

ROWS, COLUMNS = 33, 111
SHELL_IGNORES = (signal.SIGTTOU, signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP)
# Python ignores two signals of its own accord; a job must not inherit that.
JOB_GETS_DEFAULT = SHELL_IGNORES + (signal.SIGPIPE, signal.SIGXFSZ)


class Failed(Exception):
    """A scenario went wrong; the text says how."""


def check(condition, why):
    if not condition:
        raise Failed(why)


def window(rows, columns):
    return struct.pack("HHHH", rows, columns, 0, 0)


class Shell:
    """Runs one job on a terminal of its own and notes what such a shell would see of it."""

    def __init__(self, command, foreground=True, ignore_hangup=False):
        go_read, go_write = os.pipe()
        self._events_fd, events_write = os.pipe()
        self.pid, self._master = pty.fork()
        if self.pid == 0:
            os.close(go_write)
            os.close(self._events_fd)
            try:
                _lead(command, foreground, ignore_hangup, go_read, events_write)
            finally:
                os._exit(99)
        os.close(go_read)
        os.close(events_write)
        self.output = b""
        self._partial = b""
        self._events = []
        self.resize(ROWS, COLUMNS)
        settings = self.settings()
        settings[3] &= ~termios.ECHO
        termios.tcsetattr(self._master, termios.TCSANOW, settings)
        os.write(go_write, b"go")
        os.close(go_write)

    def type(self, text):
        os.write(self._master, text)

    def resize(self, rows, columns):
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, window(rows, columns))

    def settings(self):
        return termios.tcgetattr(self._master)

    def hang_up(self):
        os.close(self._master)
        self._master = -1

    def read_for(self, seconds):
        """Takes what the terminal shows; returns after `seconds` at most."""
        if self._master < 0:
            time.sleep(seconds)
            return
        if select.select([self._master], [], [], seconds)[0]:
            try:
                self.output += os.read(self._master, 65536)
            except OSError:  # EIO: nobody holds the terminal open
                time.sleep(seconds)

    def until(self, condition, seconds=8.0):
        """Waits until it is true; returns whether it came to be."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if condition():
                return True
            self.read_for(0.02)
        return bool(condition())

    def event(self, kind):
        """What the shell saw of this kind ("stopped", "exit", …), or None."""
        while select.select([self._events_fd], [], [], 0)[0]:
            data = os.read(self._events_fd, 4096)
            if not data:
                break
            self._partial += data
        *lines, self._partial = self._partial.split(b"\n")
        self._events += [line.decode().split() for line in lines]
        return next((int(value) for name, value in self._events if name == kind), None)

    def expect_event(self, kind, seconds=8.0):
        check(self.until(lambda: self.event(kind) is not None, seconds),
              f"the shell never saw '{kind}'; terminal: {self.output[-200:]!r}")
        return self.event(kind)

    def expect_output(self, text, seconds=8.0):
        check(self.until(lambda: text in self.output, seconds),
              f"expected {text!r} on the terminal, which shows {self.output[-200:]!r}")

    def expect_end(self, kind, value, seconds=8.0):
        """The job's end as the shell's waitpid sees it: "exit" CODE or "signal" NUMBER."""
        check(self.until(lambda: self.event("settings_kept") is not None, seconds),
              "the job did not end")
        seen = ("exit", self.event("exit")) if self.event("exit") is not None else \
            ("signal", self.event("signal"))
        check(seen == (kind, value), f"the shell saw {seen}, not {(kind, value)}")

    def processes(self):
        """(pid, CPU ticks) of what is left of the session, zombies and this shell apart."""
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8") as file:
                    fields = file.read().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[3]) == self.pid and fields[0] != "Z" and int(name) != self.pid:
                found.append((int(name), int(fields[11]) + int(fields[12])))
        return found

    def close(self):
        for pid, _ in self.processes() + [(self.pid, 0)]:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass


def _lead(command, foreground, ignore_hangup, go, events):
    """The shell itself: the session's leader."""
    def say(kind, value):
        os.write(events, f"{kind} {int(value)}\n".encode())

    for number in SHELL_IGNORES:
        signal.signal(number, signal.SIG_IGN)
    if ignore_hangup:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    os.read(go, 2)
    before = termios.tcgetattr(0)
    job = os.fork()
    if job == 0:
        _become_job(command, foreground, (go, events))
    try:
        os.setpgid(job, job)
    except OSError:  # it has done so itself, and is another program by now
        pass
    say("job", job)
    while True:
        _, status = os.waitpid(job, os.WUNTRACED)
        if not os.WIFSTOPPED(status):
            break
        say("stopped", os.WSTOPSIG(status))
        os.tcsetpgrp(0, os.getpgrp())
        time.sleep(0.3)
        os.tcsetpgrp(0, job)  # fg
        os.killpg(job, signal.SIGCONT)
        say("resumed", job)
    if os.WIFSIGNALED(status):
        say("signal", os.WTERMSIG(status))
    else:
        say("exit", os.WEXITSTATUS(status))
    try:
        os.tcsetpgrp(0, os.getpgrp())
        say("settings_kept", termios.tcgetattr(0) == before)
    except (OSError, termios.error):  # hung up
        say("settings_kept", True)
    time.sleep(30)


def _become_job(command, foreground, close):
    os.setpgid(0, 0)
    if foreground:
        os.tcsetpgrp(0, os.getpid())
    for number in JOB_GETS_DEFAULT:
        signal.signal(number, signal.SIG_DFL)
    for fd in close:
        os.close(fd)
    os.execvp(command[0], command)
