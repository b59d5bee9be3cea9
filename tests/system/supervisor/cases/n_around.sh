# Among the other programs that people put in front of a command, and beside many of its own kind.

# M6: a broadcast to the group does not reach a command that made its own session.
setsid_command_gets_term_once() { #@
  start "${run[@]}" setsid "$PROBE" sigrec seen 1 500 5 2>/dev/null
  until_ready seen
  expect "the command's session differs" 1 "$(session_pids "$pid" | grep -c "$pid")"
  kill -TERM -- "-$pid"
  ended
  expect_status 5 $?
  expect "times that SIGTERM was seen" 1 "$(grep -cx TERM seen)"
}

under() { # PREFIX...: output and status are those of the command
  "$@" "${run[@]}" sh -c 'echo out; echo err >&2; exit 3' >out 2>err
  expect "status under $1" 3 $?
  expect "stdout under $1" out "$(cat out)"
  expect "stderr under $1" err "$(without_ours err)"
}

under_timeout() { #@
  under timeout 10
}
under_timeout_that_ends_it() { #@
  timeout 0.5 "${run[@]}" "$PROBE" sigrec seen 1 200 5 2>/dev/null
  expect_status 124 $?
  # timeout signals its child and then the group; for a bare command the two merge.
  expect "times that SIGTERM was seen" 1 "$(grep -cx TERM seen)"
}
under_nice() { #@
  under nice -n 5
}
under_stdbuf() { #@
  need stdbuf
  need_plain "its runtime must be the first library"
  under stdbuf -oL
}
under_strace() { #@
  need strace
  need_plain "it does not run under ptrace"
  under strace -f -qq -o trace
}
under_setsid() { #@
  under setsid -w
}
under_nohup() { #@
  under nohup
}
under_env() { #@
  under env -u HOME
}

# M21: a package upgrade while it runs, and then even the logger is lost.
program_replaced_while_it_runs() { #@
  install -m 755 "$GPUALERT" program
  GPUALERT=$PWD/program
  start "$GPUALERT" run --no-env --no-notify -- sh -c 'trap "" PIPE; echo up
    until [ -e replaced ]; do sleep 0.02; done; echo more; exit 3' >out 2>/dev/null
  within 5000 has up out
  install -m 755 "$(command -v false)" program.new
  mv program.new program
  touch replaced
  ended
  expect_status 3 $?
  expect "stdout" "up more" "$(one_line out)"
  expect_record 'ending == {"exited": 3}'
}

# M22: a job array that starts at once on one node.
many_at_once() { #@ time=90
  keep_runs_in_memory
  local i pids=() count=200
  for ((i = 0; i < count; i++)); do
    "${run[@]}" sh -c "echo job $i; exit $((i % 100))" >/dev/null 2>&1 &
    pids[i]=$!
  done
  for ((i = 0; i < count; i++)); do
    wait "${pids[i]}"
    expect "status of job $i" $((i % 100)) $?
  done
  find "$XDG_STATE_HOME/gpualert/runs" -name run.json >records
  expect "records" $count "$(wc -l <records)"
  expect "records without an end" 0 "$(xargs grep -L '"ending"' <records | wc -l)"
  expect "different first lines of logs" $count \
    "$(find "$XDG_STATE_HOME/gpualert/runs" -name output.log -exec cat {} + | sort -u | wc -l)"
}
