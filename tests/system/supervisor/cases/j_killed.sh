# SIGKILL, which nobody can handle: of the supervisor, of the logger, of everything.

kill_supervisor_log_is_drained() { #@
  start "${run[@]}" sh -c 'trap "" TERM; i=0
    while [ $i -lt 20 ]; do echo line $i; sleep 0.05; i=$((i+1)); done; touch finished' >out
  within 5000 has 'line 3' out
  kill -KILL "$pid"
  within 5000 test -e finished || fail "the job, which ignores SIGTERM, did not go on to its end"
  local dir
  dir=$(run_dir)
  within 5000 record_complete "$dir" || fail "the record was not completed"
  for ((i = 0; i < 20; i++)); do echo "line $i"; done >wanted
  same_file "stdout" wanted out
  same_file "log" wanted "$dir/output.log"
  expect_record 'ending == {"unknown": "supervisor killed"}'
}

kill_logger_status_still_comes() { #@
  start "${run[@]}" sh -c 'trap "" PIPE; i=0
    while [ $i -lt 20 ]; do echo line $i; sleep 0.05; i=$((i+1)); done 2>/dev/null; exit 7' >out 2>err
  within 5000 has 'line 3' out
  find_logger
  kill -KILL "$logger"
  ended
  expect_status 7 $?
  cmp -n "$(size_of out)" out "$(run_dir)/output.log" || fail "output that was shown is not in the log"
  expect_record 'ending == {"exited": 7}'
}

kill_logger_of_silent_job() { #@
  start "${run[@]}" sh -c 'echo up; sleep 0.7; exit 7' >out 2>err
  within 5000 has up out
  find_logger
  kill -KILL "$logger"
  ended
  expect_status 7 $?
}

records_are_whole() { # FILE: numbered from 1, none missing, none torn
  [[ -z $(tail -c 1 "$1") ]] || fail "the last record of $1 is torn: $(tail -c 40 "$1")"
  records_are_in_order "$1"
}
records_are_in_order() {
  awk '$0 != sprintf("record %012d", NR) { print NR ": " $0; exit 1 }' "$1" ||
    fail "a record is lost or torn in $1"
}
start_records() { # and let them run for a random time
  rm -rf "$XDG_STATE_HOME" counter out
  start "${run[@]}" "$PROBE" records counter >out 2>/dev/null
  within 8000 test -s out || fail "no output"
  find_logger
  find_job
  sleep "0.$(printf %03d $((RANDOM % 300)))"
}
# CASE_TRIALS=200 for the figure in the README.
trials_kill_supervisor_and_job() { #@ time=300
  local i dir written
  keep_runs_in_memory
  for ((i = 0; i < ${CASE_TRIALS:-12}; i++)); do
    start_records
    kill -KILL "$job" "$pid"
    dir=$(run_dir)
    within 8000 gone "$logger" || fail "the logger did not end"
    written=$(od -An -td8 counter | tr -d ' ')
    records_are_whole "$dir/output.log"
    (($(wc -l <"$dir/output.log") >= written)) ||
      fail "the job had written $written records, the log has $(wc -l <"$dir/output.log")"
    same_file "what was shown" "$dir/output.log" out
    # The supervisor may just have had time to see the job's end.
    expect_record 'ending in ({"unknown": "supervisor killed"}, {"signalled": 9, "core": False})'
  done
}

trials_kill_everything() { #@ time=300
  local i log
  keep_runs_in_memory
  for ((i = 0; i < ${CASE_TRIALS:-12}; i++)); do
    start_records
    kill -KILL -- "-$pid"
    within 8000 gone "$logger" || fail "the logger did not end"
    log=$(run_dir)/output.log
    cmp -n "$(size_of out)" out "$log" || fail "output that was shown is not in the log"
    (($(size_of "$log") >= $(size_of out))) || fail "output that was shown is not in the log"
    head -n "$(wc -l <"$log")" "$log" >whole_lines
    records_are_in_order whole_lines
  done
}
