# On a terminal; the scenarios are in terminal.py.

terminal() { # SCENARIO
  "$python" -B "$here/terminal.py" "$1" "$PROBE" -- "${run[@]}" || exit 1
}

tty_ctrl_c_once() { #@
  terminal ctrl_c_once
}
tty_ctrl_c_default() { #@
  terminal ctrl_c_default
}
tty_ctrl_c_python_cleanup() { #@
  terminal ctrl_c_python_cleanup
}
tty_ctrl_backslash() { #@
  terminal ctrl_backslash
}
tty_ctrl_z_fg() { #@
  terminal ctrl_z_fg
}
tty_read() { #@
  terminal read_stdin
}
tty_read_dev_tty() { #@
  terminal read_dev_tty
}
tty_stdin_is_a_tty_in_foreground() { #@
  terminal stdin_is_a_tty
}
tty_stdout_is_a_tty() { #@
  terminal stdout_is_a_tty
}
tty_winch() { #@
  terminal winch
}
tty_size_follows() { #@
  terminal size_follows
}
tty_bytes() { #@
  terminal exact_bytes
}
tty_settings_after() { #@
  terminal settings_after
}
tty_settings_during() { #@
  terminal settings_during
}
tty_background_read_stops() { #@
  terminal background_read_stops
}
tty_background_job_runs() { #@
  terminal background_job_runs
}
tty_hangup_ends_the_job() { #@
  terminal hangup_ends_the_job
}
tty_hangup_ignored_job_goes_on() { #@ serial
  terminal hangup_ignored
}
