# A disk that is full, broken, or does not answer: the job never notices, and the record tells what
# the log lacks.

gaps_explain_it() { # LOG SHOWN
  "$python" "$here/gaps_explain.py" "$(run_dir)/run.json" "$1" "$2" || exit 1
}

# The disk fills up while the job prints, then is freed again.
disk_full_midway() { #@ time=30
  mount_disk 16
  head -c 9000000 /dev/zero >disk/ballast
  "$PROBE" random 12000000 1 >wanted
  "$PROBE" random 500000 2 >>wanted
  start "${run[@]}" sh -c '"$0" random 12000000 1; touch full
    until [ -e freed ]; do sleep 0.02; done; "$0" random 500000 2; exit 3' "$PROBE" >out 2>/dev/null
  within 8000 test -e full
  within 8000 is_at_least out 12000000 || fail "the full disk held the output back"
  rm disk/ballast
  sleep 0.7 # a new try comes every half second
  touch freed
  ended
  expect_status 3 $?
  same_file "stdout" wanted out
  gaps_explain_it "$(run_dir)/output.log" out
  expect_record 'len(log["gaps"]) == 1 and "No space left" in log["gaps"][0]["why"]'
  expect_record 'log["bytes"] > 5000000 and log["lost_bytes"] > 1000000'
}

disk_full_to_the_end() { #@ time=30
  mount_disk 16
  head -c 9000000 /dev/zero >disk/ballast
  "$PROBE" random 12000000 1 >wanted
  "${run[@]}" sh -c '"$0" random 12000000 1; exit 3' "$PROBE" >out 2>/dev/null
  expect_status 3 $?
  same_file "stdout" wanted out
  local log
  log=$(run_dir)/output.log
  cmp -n "$(size_of "$log")" wanted "$log" || fail "what could be logged is not the beginning"
  expect_record 'ending == {"exited": 3} and log["lost_bytes"] > 0' # rewritten in place: there is no room beside it
}

# Decision 21: the job's next checkpoint is worth more than our log.
disk_reserve_is_left_to_the_job() { #@
  mount_disk 64
  head -c 66200000 /dev/zero >disk/ballast # of 67108864, less than 2 % free
  "${run[@]}" sh -c 'head -c 300000 /dev/zero; exit 3' >out 2>/dev/null
  expect_status 3 $?
  expect "bytes" 300000 "$(size_of out)"
  expect_record 'log["lost_bytes"] == 300000 and "little space" in log["gaps"][0]["why"]'
  expect "bytes logged" 0 "$(size_of "$(run_dir)/output.log")"
}

failing_writes_leave_a_gap() { # ERRNO TEXT
  faulty "$writes:error=$1:when=3..5" sh -c 'i=0
    while [ $i -lt 40 ]; do echo line $i; sleep 0.08; i=$((i+1)); done; exit 3'
  expect_status 3 $?
  has INJECTED trace || fail "strace injected nothing"
  expect "lines shown" 40 "$(wc -l <out)"
  gaps_explain_it log out
  expect_record "log['lost_bytes'] > 0 and '$2' in log['gaps'][0]['why']"
  has 'line 39' log || fail "writing did not resume"
}

disk_gap_after_enospc() { #@
  failing_writes_leave_a_gap ENOSPC 'No space left'
}
disk_gap_after_edquot() { #@
  failing_writes_leave_a_gap EDQUOT 'quota'
}
disk_gap_after_eio() { #@
  failing_writes_leave_a_gap EIO 'Input/output error'
}
disk_gap_after_estale() { #@
  failing_writes_leave_a_gap ESTALE 'Stale file handle'
}

disk_sync_error_is_recorded() { #@
  faulty fsync,fdatasync:error=EIO sh -c 'echo a; exit 3'
  expect_status 3 $?
  has INJECTED trace || fail "strace injected nothing"
  expect_record 'log["synced"] is False and any("Input/output error" in n for n in log["notes"])'
}

# A write that hangs, then comes back: M5.
disk_hangs_and_comes_back() { #@ time=40
  mount_freezable_disk
  start "${run[@]}" sh -c 'i=0
    while [ $i -lt 40 ]; do echo line $i; sleep 0.05; i=$((i+1)); done; exit 3' >out 2>err
  within 5000 has 'line 3' out
  fsfreeze -f disk
  ended 8000
  local status=$?
  fsfreeze -u disk
  expect_status 3 $status
  expect "lines shown" 40 "$(wc -l <out)"
  local dir
  dir=$(run_dir)
  within 5000 record_complete "$dir" || fail "the logger did not finish the record afterwards"
  gaps_explain_it "$dir/output.log" out
}

disk_hangs_signals_still_pass() { #@ time=40
  mount_freezable_disk
  start "${run[@]}" sh -c 'trap "echo caught; exit 4" USR1; echo up
    while :; do echo tick; sleep 0.05; done' >out 2>err
  within 5000 has up out
  fsfreeze -f disk
  sleep 0.5
  kill -USR1 "$pid"
  within 5000 has caught out
  ended 8000
  local status=$?
  fsfreeze -u disk
  expect_status 4 $status
}

disk_hangs_under_much_output() { #@ time=60
  mount_freezable_disk
  start "${run[@]}" sh -c 'echo up; until [ -e go ]; do sleep 0.02; done
    "$0" random 20000000 6; exit 3' "$PROBE" >out 2>err
  within 5000 has up out
  fsfreeze -f disk
  touch go
  ended 30000
  local status=$?
  fsfreeze -u disk
  expect_status 3 $status
  expect "bytes shown" 20000003 "$(size_of out)"
}

disk_hangs_from_the_start() { #@ time=40 serial
  mount_freezable_disk
  fsfreeze -f disk
  local began took
  began=$(now_ms)
  start "${run[@]}" sh -c 'echo hello; exit 3' >out 2>err
  within 6000 has hello out
  took=$(($(now_ms) - began))
  ended 15000
  local status=$?
  local whole=$(($(now_ms) - began))
  fsfreeze -u disk
  expect_status 3 $status
  expect "stdout" hello "$(cat out)"
  ((took < 4000)) || fail "the job's output came after $took ms"
  ((whole < 6000)) || fail "a run of no time took $whole ms"
}
