"""terminal.py SCENARIO PROBE -- COMMAND...: runs COMMAND with a job behind it on a terminal.

Exit status 0: as it should be; 1: not, and stdout says why. Works in the current directory.
"""
import os
import signal
import sys
import termios
import time

from shell_on_pty import Failed, Shell, check

PROBE = os.path.abspath(sys.argv[2])
WRAP = sys.argv[sys.argv.index("--") + 1:]
PYTHON = sys.executable
SEEN = "seen"
shells = []


def start(*job, **options):
    shells.append(Shell(WRAP + list(job), **options))
    return shells[-1]


def seen():
    """Lines that the job has noted."""
    try:
        with open(SEEN, encoding="utf-8") as file:
            return file.read().split()
    except OSError:
        return []


def start_recorder(count, quiet_ms, status):
    shell = start(PROBE, "sigrec", SEEN, str(count), str(quiet_ms), str(status))
    check(shell.until(lambda: "READY" in seen()), "the job did not start")
    return shell


def start_and_settle(*job, **options):
    """For a job that cannot say when it is ready."""
    shell = start(*job, **options)
    shell.expect_event("job")
    time.sleep(0.4)
    return shell


def ctrl_c_once():
    shell = start_recorder(1, 600, 5)
    shell.type(b"\x03")
    shell.expect_end("exit", 5)
    check(seen().count("INT") == 1, f"the job saw {seen()}")


def ctrl_c_default():
    shell = start_and_settle("sleep", "30")
    shell.type(b"\x03")
    shell.expect_end("signal", signal.SIGINT)


def ctrl_c_python_cleanup():
    shell = start(PYTHON, "-u", "-c", """if True:
        import sys, time
        try:
            print("up")
            time.sleep(20)
        except KeyboardInterrupt:
            time.sleep(0.5)
            print("saved checkpoint")
            sys.exit(3)""")
    shell.expect_output(b"up")
    shell.type(b"\x03")
    shell.expect_end("exit", 3)
    shell.expect_output(b"saved checkpoint", 1)


def ctrl_backslash():
    shell = start_and_settle("sh", "-c", "ulimit -c 0; exec sleep 30")
    shell.type(b"\x1c")
    shell.expect_end("signal", signal.SIGQUIT)


def ctrl_z_fg():
    shell = start_recorder(1, 100, 6)
    shell.type(b"\x1a")
    stop = shell.expect_event("stopped")
    check(stop == signal.SIGTSTP, f"the shell saw a stop by signal {stop}")
    shell.expect_event("resumed")
    check(shell.until(lambda: "CONT" in seen()), "the job was not continued")
    shell.expect_end("exit", 6)


def read_from(script):
    shell = start_and_settle("sh", "-c", script)
    shell.type(b"hello\n")
    shell.expect_end("exit", 4)
    shell.expect_output(b"got:hello", 1)


def read_stdin():
    read_from("read x; echo got:$x; exit 4")


def read_dev_tty():
    read_from("read x </dev/tty; echo got:$x >/dev/tty; exit 4")


def describe(*wanted):
    shell = start(PROBE, "terminal", SEEN)
    shell.expect_end("exit", 0)
    check(set(wanted) <= set(seen()), f"expected {wanted}, the job found {seen()}")


def stdin_is_a_tty():
    describe("tty0=1", "controlling=1", "foreground=1")


def stdout_is_a_tty():
    describe("tty1=1", "tty2=1", "rows=33", "columns=111")


def winch():
    shell = start_recorder(1, 300, 6)
    shell.resize(50, 132)
    shell.expect_end("exit", 6)
    check("WINCH" in seen(), f"the job saw {seen()}")


def size_follows():
    shell = start(PYTHON, "-u", "-c", """if True:
        import os, signal, sys, time
        print("up", flush=True)
        end = time.monotonic() + 6
        while os.get_terminal_size(1) != (132, 50) and time.monotonic() < end:
            time.sleep(0.05)
        print("size", *os.get_terminal_size(1))""")
    shell.expect_output(b"up")
    shell.resize(50, 132)
    shell.expect_output(b"size 132 50")
    shell.expect_end("exit", 0)


def exact_bytes():
    shell = start("sh", "-c", r'printf "a\nb\tc\r50%%\r100%%\nend"')
    shell.expect_end("exit", 0)
    wanted = b"a\r\nb\tc\r50%\r100%\r\nend"
    shell.until(lambda: len(shell.output) >= len(wanted), 1)
    check(shell.output == wanted, f"the terminal got {shell.output!r}")


def settings_after():
    shell = start("sh", "-c", "sleep 0.3")
    shell.expect_end("exit", 0)
    check(shell.event("settings_kept") == 1, "terminal settings changed")


def settings_during():
    shell = start_and_settle("sleep", "2")
    output_flags, local_flags = (shell.settings()[i] for i in (1, 3))
    check(output_flags & termios.OPOST and local_flags & termios.ISIG and
          local_flags & termios.ICANON,
          "the terminal is raw while the command runs: other jobs would print staircases")
    shell.expect_end("exit", 0)


def background_read_stops():
    shell = start("sh", "-c", "read x </dev/tty; echo got:$x; exit 4", foreground=False)
    stop = shell.expect_event("stopped")
    check(stop == signal.SIGTTIN, f"the shell saw a stop by signal {stop}")
    shell.expect_event("resumed")
    shell.type(b"hello\n")
    shell.expect_end("exit", 4)


def background_job_runs():
    shell = start("sh", "-c", "sleep 0.3; exit 4", foreground=False)
    shell.expect_end("exit", 4)
    check(shell.event("stopped") is None, "a background job was stopped")


def hangup_ends_the_job():
    shell = start_and_settle("sleep", "20")
    shell.hang_up()
    check(shell.until(lambda: not shell.processes(), 5),
          f"left after the terminal hung up: {shell.processes()}")


def hangup_ignored():
    shell = start("sh", "-c", """trap "" HUP
        i=0
        while [ $i -lt 20 ]; do echo x; echo y >&2; sleep 0.1; i=$((i+1)); done 2>/dev/null
        echo end >seen
        exit 7""", ignore_hangup=True)
    shell.expect_output(b"x")
    shell.hang_up()
    time.sleep(1.0)
    ticks = sum(used for _, used in shell.processes())
    check(ticks <= 40, f"{ticks} ticks of CPU: spinning on the dead terminal")
    shell.expect_end("exit", 7)
    check(seen() == ["end"], "the hangup that it ignores ended the job")


SCENARIOS = [ctrl_c_once, ctrl_c_default, ctrl_c_python_cleanup, ctrl_backslash, ctrl_z_fg,
             read_stdin, read_dev_tty, stdin_is_a_tty, stdout_is_a_tty, winch, size_follows,
             exact_bytes, settings_after, settings_during, background_read_stops,
             background_job_runs, hangup_ends_the_job, hangup_ignored]


def main():
    try:
        next(s for s in SCENARIOS if s.__name__ == sys.argv[1])()
    except Failed as why:
        print(why)
        return 1
    finally:
        for shell in shells:
            shell.close()
    return 0


sys.exit(main())
