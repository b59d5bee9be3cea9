# Processes that outlive the command, and our life as pid 1.

leaves_sleeper='sleep 9 & echo $! >sleeper; exit 7'

kids_hold_stdout() { #@
  local began status
  began=$(now_ms)
  "${run[@]}" sh -c "$leaves_sleeper" >out 2>err
  status=$?
  kill "$(cat sleeper)"
  expect_status 7 $status
  (($(now_ms) - began < 4000)) || fail "waited for a grandchild that holds stdout"
}

kids_hold_stdout_at_once() { #@ serial
  local began took
  began=$(now_ms)
  "${run[@]}" sh -c "$leaves_sleeper" >out 2>err
  took=$(($(now_ms) - began))
  kill "$(cat sleeper)"
  ((took < 700)) || fail "came back after $took ms"
}

kids_output_before_exit_is_kept() { #@
  local status size
  "${run[@]}" sh -c 'sleep 9 & echo $! >sleeper; head -c 60000 /dev/zero; exit 7' >out 2>err
  status=$?
  size=$(size_of out)
  kill "$(cat sleeper)"
  expect_status 7 $status
  expect "bytes there on return" 60000 "$size"
}

kids_may_write_later() { #@
  "${run[@]}" sh -c '(sleep 1; echo late && echo "wrote $?" >mark) & exit 0' >out 2>/dev/null
  expect_status 0 $?
  within 5000 test -s mark || fail "the background child died when it wrote after the end"
  within 1000 has late out || fail "its output went nowhere"
}

kids_daemon_survives() { #@
  local began
  began=$(now_ms)
  "${run[@]}" sh -c 'setsid sleep 8 </dev/null >/dev/null 2>&1 & echo $! >daemon; exit 0'
  (($(now_ms) - began < 3000)) || fail "waited for a daemon"
  sleep 0.2
  alive "$(cat daemon)" || fail "a daemon started by the command was killed"
  kill "$(cat daemon)"
}

kids_nohup_worker_survives() { #@
  "${run[@]}" sh -c 'nohup sleep 8 >/dev/null 2>&1 & echo $! >worker; exit 0'
  sleep 0.2
  alive "$(cat worker)" || fail "a nohup child was killed"
  kill "$(cat worker)"
}

need_pid_namespace() {
  need_root
  unshare -pf --mount-proc true 2>/dev/null || skip "no pid namespaces"
}

kids_pid1_status() { #@
  need_pid_namespace
  unshare -pf --mount-proc "${run[@]}" sh -c 'exit 4' 2>/dev/null
  expect_status 4 $?
  # shellcheck disable=SC2016
  unshare -pf --mount-proc "${run[@]}" sh -c 'kill -KILL $$' 2>/dev/null
  expect "status of a killed command, as pid 1" 137 $?
}

kids_pid1_reaps() { #@
  need_pid_namespace
  # shellcheck disable=SC2016
  unshare -pf --mount-proc "${run[@]}" sh -c 'i=0
    while [ $i -lt 5 ]; do (sleep 0.1 & :); i=$((i+1)); done
    sleep 0.8; grep -l "^State:.Z" /proc/[0-9]*/status 2>/dev/null | wc -l' >out 2>/dev/null
  expect "zombies under pid 1" 0 "$(cat out)"
}

kids_pid1_term() { #@
  need_pid_namespace
  unshare -pf --mount-proc --kill-child "${run[@]}" "$PROBE" sigrec "$PWD/seen" 1 200 5 2>/dev/null &
  pid=$!
  until_ready seen
  # shellcheck disable=SC2046
  kill -TERM $(children "$pid")
  ended
  expect_status 5 $?
}
