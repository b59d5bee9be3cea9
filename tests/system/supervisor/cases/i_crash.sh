# A fault in one of our own threads must not be the job's end, nor cost it a byte.

counts='i=0; while [ $i -lt 30 ]; do echo line $i; sleep 0.03; i=$((i+1)); done; exit 7'

count_on_and_find() { # starts a job that counts, waits until it is under way
  need_plain "the sanitizer handles faults itself"
  for ((i = 0; i < 30; i++)); do echo "line $i"; done >wanted
  start "${run[@]}" sh -c "$counts" >out 2>err
  within 5000 has 'line 3' out || fail "no output"
  find_logger
}

ended_as_if_nothing_happened() {
  ended
  expect_status 7 $?
  same_file "stdout" wanted out
  same_file "log" wanted "$(run_dir)/output.log"
  expect_record 'ending == {"exited": 7}'
}

crash_of_supervisor() { #@ time=40
  local fault
  for fault in SEGV BUS FPE ILL ABRT; do
    rm -rf "$XDG_STATE_HOME"
    count_on_and_find
    "$PROBE" crash "$pid" $fault main
    ended_as_if_nothing_happened
    expect_record 'any("crashed" in note for note in notes)'
  done
}

crash_of_supervisor_still_forwards() { #@
  need_plain "the sanitizer handles faults itself"
  start "${run[@]}" "$PROBE" sigrec seen 1 250 5 2>/dev/null
  until_ready seen
  "$PROBE" crash "$pid" SEGV main
  sleep 0.1
  kill -USR1 "$pid"
  ended
  expect_status 5 $?
  expect "seen" "READY USR1" "$(one_line seen)"
}

crash_of_supervisor_keeps_death_signal() { #@
  need_plain "the sanitizer handles faults itself"
  start "${run[@]}" sh -c 'echo up; sleep 0.5; kill -USR1 $$' >out 2>/dev/null
  within 5000 has up out
  "$PROBE" crash "$pid" SEGV main
  ended
  expect_status $((128 + 10)) $?
}

crash_of_logger_main() { #@
  count_on_and_find
  "$PROBE" crash "$logger" SEGV main
  ended_as_if_nothing_happened
}

crash_of_logger_worker() { #@
  count_on_and_find
  "$PROBE" crash "$logger" SEGV other
  ended_as_if_nothing_happened
}

crash_of_both_logger_threads() { #@
  count_on_and_find
  "$PROBE" crash "$logger" SEGV other
  within 3000 has 'line 12' out
  "$PROBE" crash "$logger" SEGV main
  ended_as_if_nothing_happened
}

# At full speed the crash comes in the middle of anything.
crash_of_logger_at_full_speed() { #@ time=60
  need_plain "the sanitizer handles faults itself"
  keep_runs_in_memory
  local thread try hit
  "$PROBE" random 60000000 8 >wanted
  for thread in main other; do
    hit=0
    # A quick machine may be done before the crash comes: that try counts for nothing.
    for ((try = 1; try <= 12 && hit < 3; try++)); do
      rm -rf "$XDG_STATE_HOME" go
      start "${run[@]}" sh -c 'until [ -e go ]; do sleep 0.02; done
        "$0" random 60000000 8; exit 7' "$PROBE" >out 2>/dev/null
      find_logger
      touch go
      within 5000 is_at_least out $((hit * 4000000 + 1))
      "$PROBE" crash "$logger" SEGV $thread 2>/dev/null && hit=$((hit + 1))
      ended 15000
      expect_status 7 $?
      same_file "stdout after a crash of the $thread thread" wanted out
      same_file "log after a crash of the $thread thread" wanted "$(run_dir)/output.log"
    done
    ((hit > 0)) || fail "no run was slow enough to crash its $thread thread"
  done
}
