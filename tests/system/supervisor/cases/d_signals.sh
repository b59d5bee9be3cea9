# Signals reach the command exactly once, and it alone decides.

passed_on_once() { # SIGNAL: sent to the supervisor alone
  rm -f seen
  start "${run[@]}" "$PROBE" sigrec seen 1 250 5 2>/dev/null
  until_ready seen
  kill -s "$1" "$pid"
  ended
  expect "status after SIG$1" 5 $?
  expect "times that SIG$1 was seen" 1 "$(grep -cx "$1" seen)"
}

sig_forward_term_int_hup_quit() { #@
  local name
  for name in TERM INT HUP QUIT; do passed_on_once $name; done
}

sig_forward_usr1_usr2() { #@
  local name
  for name in USR1 USR2; do passed_on_once $name; done
}

sig_forward_others() { #@
  local name
  for name in CONT WINCH ALRM RTMIN+3 PWR XCPU; do passed_on_once $name; done
}

sig_sequence_in_order() { #@
  start "${run[@]}" "$PROBE" sigrec seen 3 200 5 2>/dev/null
  until_ready seen
  kill -USR1 "$pid"
  within 3000 has USR1 seen
  kill -TERM "$pid"
  within 3000 has TERM seen
  kill -INT "$pid"
  ended
  expect_status 5 $?
  expect "order" "READY USR1 TERM INT" "$(one_line seen)"
}

sig_group_broadcast_once() { #@ serial
  local name
  for name in TERM INT USR1; do
    rm -f seen
    start "${run[@]}" "$PROBE" sigrec seen 1 500 5 2>/dev/null
    until_ready seen
    kill -s $name -- "-$pid"
    ended
    expect "status after SIG$name" 5 $?
    expect "times that SIG$name to the group was seen" 1 "$(grep -cx "$name" seen)"
  done
}

# As slurmstepd and systemd do it: one pid after the other.
every_pid_once() { # SIGNAL first|last
  rm -f seen
  start "${run[@]}" "$PROBE" sigrec seen 1 500 5 2>/dev/null
  until_ready seen
  local others target
  others=$(session_pids "$pid" | grep -vx "$pid")
  [[ $2 == first ]] && others="$pid $others" || others="$others $pid"
  for target in $others; do
    kill -s "$1" "$target" 2>/dev/null
    sleep 0.01
  done
  ended
  expect "status after SIG$1" 5 $?
  expect "times that SIG$1 to every pid, ours $2, was seen" 1 "$(grep -cx "$1" seen)"
}

sig_every_pid_broadcast_once() { #@ serial
  local name
  for name in TERM USR1; do
    every_pid_once $name first
    every_pid_once $name last
  done
}

sig_term_cleanup_is_waited_for() { #@
  start "${run[@]}" sh -c 'trap "sleep 0.7; echo saved; exit 0" TERM
    echo up; while :; do sleep 0.1; done' >out
  within 5000 has up out
  kill -TERM "$pid"
  ended
  expect_status 0 $?
  has saved out || fail "the output of the cleanup was lost"
}

sig_term_kills_by_default() { #@
  start "${run[@]}" sh -c 'echo $$ >job; exec sleep 20' 2>/dev/null
  within 5000 test -s job
  kill -TERM "$pid"
  ended
  expect_status 143 $?
  within 1000 gone "$(cat job)" || fail "the command is still running"
}

sig_term_ignored_by_command() { #@
  start "${run[@]}" sh -c 'trap "" TERM; echo up; sleep 1.2; exit 8' >out 2>/dev/null
  within 5000 has up out
  kill -TERM "$pid"
  sleep 0.3
  alive "$pid" || fail "the supervisor left before the command"
  ended
  expect_status 8 $?
}

sig_term_at_start_leaves_no_orphan() { #@ time=60
  local ms
  for ms in 0 0 0 1 1 2 2 3 3 4 5 6 7 8 9 10 12 14 16 20; do
    rm -f job
    start "${run[@]}" sh -c 'echo $$ >job; exec sleep 11.5' 2>/dev/null
    sleep "0.0$(printf %02d $ms)"
    kill -TERM "$pid"
    ended
    expect "status after SIGTERM at $ms ms" 143 $?
    [[ ! -s job ]] || within 1000 gone "$(cat job)" || fail "TERM at $ms ms left the command running"
  done
}

ignored_on_entry() { # SIGNAL, LIST: the supervisor survives SIGNAL, the command never sees it
  export PROBE_HONOURS_IGNORED=1
  start_with_ignored "$2" "${run[@]}" "$PROBE" sigrec seen 1 200 5 2>/dev/null
  until_ready seen
  kill -s "$1" "$pid"
  sleep 0.4
  alive "$pid" || fail "SIG$1 ended a supervisor that had to ignore it"
  kill -TERM "$pid"
  ended
  expect_status 5 $?
  ! has "^$1$" seen || fail "an ignored SIG$1 reached the command"
}

sig_nohup() { #@
  ignored_on_entry HUP HUP
}

sig_background_job_ignores_int() { #@
  ignored_on_entry INT INT,QUIT
}

sig_nohup_but_command_installs_handler() { #@
  start_with_ignored HUP "${run[@]}" "$PROBE" sigrec seen 1 200 5 2>/dev/null
  until_ready seen
  kill -TERM "$pid"
  ended
  expect_status 5 $?
}

sig_storm_while_copying() { #@ time=30
  "$PROBE" random 30000000 3 | sha256sum >wanted
  start "${run[@]}" sh -c '"$0" random 30000000 3; exit 4' "$PROBE" > >(sha256sum >got) 2>/dev/null
  local i
  for ((i = 0; i < 300; i++)); do
    kill -WINCH "$pid" 2>/dev/null && kill -CONT "$pid" 2>/dev/null
  done
  ended 15000
  expect_status 4 $?
  within 5000 test -s got
  same_file "bytes under a storm of signals" wanted got
}

sig_stop_cont_wrapper() { #@
  start "${run[@]}" sh -c 'i=0
    while [ $i -lt 10 ]; do echo $i; sleep 0.1; i=$((i+1)); done; exit 4' >out 2>/dev/null
  within 5000 has 2 out
  kill -STOP "$pid"
  sleep 0.6
  kill -CONT "$pid"
  ended
  expect_status 4 $?
  expect "lines" 10 "$(wc -l <out)"
}

sig_stop_cont_command() { #@
  start "${run[@]}" sh -c 'echo $$ >job; i=0
    while [ $i -lt 6 ]; do sleep 0.1; i=$((i+1)); done; exit 4' 2>/dev/null
  within 5000 test -s job
  kill -STOP "$(cat job)"
  sleep 0.4
  kill -CONT "$(cat job)"
  ended
  expect "status (99: wedged)" 4 $?
}

# Decision D3: kill -9 of the supervisor is meant for the job, which gets SIGTERM.
sig_kill_wrapper_no_half_dead_job() { #@
  start "${run[@]}" "$PROBE" ticker seen 4000 >out
  until_ready seen
  within 5000 has tick out
  kill -KILL "$pid"
  within 3000 has ENDED seen || fail "the job saw '$(one_line seen)' after its supervisor was killed"
  ! has EPIPE seen || fail "the job ran into EPIPE"
}

sig_group_kill_leaves_nothing() { #@
  start "${run[@]}" sh -c 'sleep 30 & echo up; sleep 30' >out
  within 5000 has up out
  kill -KILL -- "-$pid"
  nothing_left() { [[ -z $(session_pids "$pid") ]]; }
  within 3000 nothing_left || fail "left after SIGKILL of the group: $(session_pids "$pid")"
}
