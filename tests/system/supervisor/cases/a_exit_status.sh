# The status is the command's own.

status_codes_0_255() { #@ time=60
  local code
  for ((code = 0; code < 256; code++)); do
    "${run[@]}" sh -c "exit $code" 2>/dev/null
    expect "status after exit $code" "$code" $?
  done
}

status_signal_128n() { #@
  local name
  ulimit -c 0
  for name in TERM KILL INT HUP QUIT ABRT SEGV BUS FPE ILL PIPE USR1 USR2 ALRM XCPU SYS; do
    ("${run[@]}" "$PROBE" raise $name) 2>/dev/null
    expect "what \$? shows after SIG$name" "$name" "$(kill -l $?)"
  done
}

status_signal_reraised() { #@
  local name
  ulimit -c 0
  for name in TERM KILL INT HUP SEGV ABRT PIPE USR1; do
    "$PROBE" wstat seen "${run[@]}" "$PROBE" raise $name 2>/dev/null
    expect "what the parent sees after SIG$name" "sig $(kill -l $name) core 0" "$(cat seen)"
  done
}

status_no_second_core() { #@
  "$PROBE" core "$PROBE" wstat seen "${run[@]}" "$PROBE" raise SEGV 2>/dev/null
  expect "what the parent sees" "sig 11 core 0" "$(cat seen)"
}

status_not_found_127() { #@
  "${run[@]}" /no/such/program 2>err
  expect_status 127 $?
  "${run[@]}" no-such-program-xyz >out 2>err
  expect_status 127 $?
  [[ -s err ]] || fail "no message on stderr"
  expect "stdout" "" "$(cat out)"
}

status_not_executable_126() { #@
  echo 'echo hi' >x
  chmod 644 x
  "${run[@]}" ./x 2>/dev/null
  expect "status of a file with mode 644" 126 $?
  "${run[@]}" / 2>/dev/null
  expect "status of a directory" 126 $?
}

status_missing_interpreter() { #@
  printf '#!/no/such/interpreter\n' >x
  chmod 755 x
  "${run[@]}" ./x 2>/dev/null
  expect_status 127 $?
}

status_script_without_shebang() { #@
  printf 'echo "plain $1"; exit 12\n' >x
  chmod 755 x
  "${run[@]}" ./x argument >out 2>/dev/null
  expect_status 12 $?
  expect "stdout" "plain argument" "$(cat out)"
}

status_200_quick_exits() { #@ time=60
  local i
  for ((i = 0; i < 200; i++)); do
    "${run[@]}" true || fail "run $i: status $?"
  done
}

status_sigchld_ignored_by_parent() { #@
  "$PROBE" ign CHLD "${run[@]}" sh -c 'exit 9'
  expect_status 9 $?
}

status_sigchld_blocked_by_parent() { #@
  "$PROBE" block CHLD "${run[@]}" sh -c 'sleep 0.1; exit 9'
  expect_status 9 $?
}

status_foreign_child_not_taken_for_ours() { #@
  printf '#!/bin/bash\n(sleep 0.2; exit 3) &\nexec "$@"\n' >x
  chmod 755 x
  ./x "${run[@]}" sh -c 'sleep 0.5; exit 4'
  expect_status 4 $?
}

status_nested() { #@
  "${run[@]}" "${run[@]}" sh -c 'exit 7' 2>/dev/null
  expect_status 7 $?
  "$PROBE" wstat seen "${run[@]}" "${run[@]}" "$PROBE" raise KILL 2>/dev/null
  expect "what the parent sees" "sig 9 core 0" "$(cat seen)"
}

status_pipefail_and_set_e() { #@
  bash -c 'set -eo pipefail; "$@" sh -c "exit 5" | cat; echo not reached' _ "${run[@]}" \
    >out 2>/dev/null
  expect_status 5 $?
  expect "stdout" "" "$(cat out)"
}

status_parallel_20() { #@
  local i pids=()
  for ((i = 0; i < 20; i++)); do
    "${run[@]}" sh -c "sleep 0.1; exit $i" 2>/dev/null &
    pids[i]=$!
  done
  for ((i = 0; i < 20; i++)); do
    wait "${pids[i]}"
    expect "status of run $i" "$i" $?
  done
}
