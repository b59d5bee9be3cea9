# What the command inherits is what it would have inherited without us.

as_bare() { # COMMAND...: prints the same under the supervisor
  "$@" >bare
  "${run[@]}" "$@" >wrapped
  same_file "$*" bare wrapped
}
as_bare_under() { # PREFIX... -- COMMAND...
  local prefix=()
  while [[ $1 != -- ]]; do
    prefix+=("$1")
    shift
  done
  shift
  "${prefix[@]}" "$@" >bare
  "${prefix[@]}" "${run[@]}" "$@" >wrapped
  same_file "$*" bare wrapped
}

inherit_argv() { #@
  as_bare "$PROBE" argv '' ' ' $'a\nb' '*' '$HOME' -- -x --help -h $'\xff\xfe' "q'q\"" a=b
}

inherit_argv_20000() { #@
  # shellcheck disable=SC2016,SC2046
  expect "arguments" 20000 "$("${run[@]}" sh -c 'echo $#' _ $(seq 20000))"
}

inherit_env() { #@
  export EMPTY='' LINES_IN=$'a\nb' BYTE=$'\xff'
  exported() { :; }
  export -f exported
  as_bare bash -c 'env -0 | grep -zv "^_=" | sort -z | tr "\0\n" "\n~"'
}

inherit_env_empty() { #@
  env -i "${run[@]}" /bin/sh -c 'exit 3' 2>/dev/null
  expect_status 3 $?
}

inherit_cwd() { #@
  mkdir d
  cd d && as_bare pwd
}

inherit_cwd_deleted() { #@
  mkdir d
  cd d && rmdir ../d
  "${run[@]}" sh -c 'exit 5' 2>/dev/null
  expect_status 5 $?
}

inherit_umask() { #@
  local mask
  for mask in 0000 0077 0027; do
    expect "umask" $mask "$(umask $mask; "${run[@]}" sh -c umask)"
  done
}

inherit_rlimits() { #@
  ulimit -Sn 300
  ulimit -Sc 0
  as_bare cat /proc/self/limits
}

inherit_signal_state() { #@
  as_bare grep -E '^Sig(Blk|Ign|Cgt)|^Shd' /proc/self/status
}

inherit_ignored_signals() { #@
  as_bare_under "$PROBE" ign HUP,PIPE,USR2,TSTP,XFSZ -- grep ^SigIgn /proc/self/status
}

inherit_ignored_sigchld() { #@
  as_bare_under "$PROBE" ign CHLD -- grep ^SigIgn /proc/self/status
}

inherit_blocked_signals() { #@
  as_bare_under "$PROBE" block TERM,USR1,WINCH -- grep ^SigBlk /proc/self/status
}

inherit_credentials() { #@
  as_bare grep -E '^(Uid|Gid|Groups|Cap...|NoNewPrivs|Seccomp)' /proc/self/status
}

inherit_scheduling() { #@
  as_bare_under nice -n 3 -- sh -c 'cd /proc/self; cat oom_score_adj coredump_filter cgroup
    grep Cpus_allowed_list status; nice'
}

inherit_fds_exact() { #@
  "$PROBE" fds bare
  "${run[@]}" "$PROBE" fds wrapped
  same_file "descriptors" bare wrapped
}

inherit_fd7_and_fd250() { #@
  exec 7>seven 250>many
  "${run[@]}" sh -c 'echo x >&7; echo y >/proc/self/fd/250'
  exec 7>&- 250>&-
  expect "what came through 7" x "$(cat seven)"
  expect "what came through 250" y "$(cat many)"
}

inherit_stdio_blocking() { #@
  "${run[@]}" sh -c 'for fd in 0 1 2; do "$0" isnonblock $fd >>flags; done' "$PROBE" </dev/null
  expect "O_NONBLOCK on 0 1 2" "0 0 0" "$(one_line flags)"
}

inherit_session() { #@
  as_bare "$PROBE" session
}

inherit_process_group() { #@
  set -m # a group of its own for each pipeline, as an interactive shell makes
  "${run[@]}" sh -c 'exec "$0" session >seen' "$PROBE" &
  local group=$!
  wait "$group"
  set +m
  [[ $(cat seen) == *" group $group" ]] || fail "group $group became '$(cat seen)'"
}

inherit_drop_privileges() { #@
  need_root
  expect "uid" 65534 \
    "$("${run[@]}" setpriv --reuid=65534 --regid=65534 --clear-groups id -u)"
}

inherit_low_nofile() { #@
  need_plain "needs descriptors of its own"
  (ulimit -n 12; "${run[@]}" sh -c 'exit 6' 2>/dev/null)
  expect_status 6 $?
}

inherit_low_address_space() { #@
  need_plain "its shadow memory does not fit into a limited address space"
  (ulimit -v 400000; "${run[@]}" sh -c 'exit 6' 2>/dev/null)
  expect_status 6 $?
}

inherit_fork_refused() { #@
  need_root
  need setpriv
  # The user of this case must be able to execute both, wherever they were built.
  install -m 755 "$GPUALERT" gpualert
  install -m 755 "$PROBE" probe
  chmod 777 .
  setpriv --reuid=64999 --regid=64999 --clear-groups prlimit --nproc=1 \
    ./gpualert run --no-env --no-notify -- ./probe raise USR1 2>err
  expect "the command runs in our place; status" $((128 + 10)) $?
}
