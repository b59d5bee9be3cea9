# What is left of a run: record, log and index.

split_streams() { # RUN_DIR: into got.out and got.err; prints the streams of the index
  "$python" "$here/streams_of.py" "$1" got.out got.err || exit 1
}

index_reproduces_both_streams() { #@ time=60
  local seed streams
  for seed in 1 2 3; do
    rm -rf "$XDG_STATE_HOME"
    "${run[@]}" "$PROBE" mixed $seed 400 wanted.out wanted.err >out 2>err
    expect_status 0 $?
    streams=$(split_streams "$(run_dir)") || fail "$streams"
    expect "streams" "1 2" "$streams"
    same_file "stdout by the index" wanted.out got.out
    same_file "stderr by the index" wanted.err got.err
    same_file "stdout" wanted.out out
    same_file "stderr" wanted.err err
  done
}

index_of_one_output_is_both() { #@
  "${run[@]}" "$PROBE" alternate 500 >out 2>&1
  local streams
  streams=$(split_streams "$(run_dir)") || fail "$streams"
  expect "streams" 3 "$streams"
  same_file "log" out got.out
}

index_begins_where_the_run_does() { #@
  head -c 5000 /dev/zero >log
  "${logged[@]}" sh -c 'echo out; echo err >&2' >out 2>err
  local streams
  streams=$(split_streams "$(run_dir)") || fail "$streams"
  expect_record 'log["base_offset"] == 5000 and log["bytes"] == 8'
  same_file "stdout by the index" out got.out
  same_file "stderr by the index" err got.err
}

index_survives_sigkill_of_all() { #@
  start "${run[@]}" sh -c 'echo out; echo err >&2; sleep 9' >out 2>err
  within 5000 has err err
  sleep 1.5 # held back for a second at most
  kill -KILL -- "-$pid"
  local streams
  streams=$(split_streams "$(run_dir)") || fail "$streams"
  expect "streams" "1 2" "$streams"
}

record_of_a_run() { #@
  "${run[@]}" sh -c 'echo hello; exit 3' >out 2>err
  expect_record 'schema == 1 and ending == {"exited": 3}'
  expect_record 'argv == ["sh", "-c", "echo hello; exit 3"]'
  expect_record "cwd == '$PWD' and host == '$(hostname)'"
  expect_record 'log["bytes"] == 6 and log["lost_bytes"] == 0 and log["synced"] is True'
  expect_record 'ended["monotonic_ns"] >= started["monotonic_ns"]'
  expect "log" hello "$(cat "$(run_dir)/output.log")"
  expect "modes" "600" "$(find "$(run_dir)" -type f -printf '%m\n' | sort -u)"
  expect "mode of the directory" 700 "$(stat -c %a "$(run_dir)")"
}

record_is_there_before_the_command() { #@
  mkdir early
  # shellcheck disable=SC2016
  "$GPUALERT" run --no-notify -- sh -c 'cp "$GPUALERT_RUN_PATH/run.json" early'
  expect_status 0 $?
  expect_record 'ending is None and argv[0] == "sh" and log["synced"]' early
}

record_of_bytes_that_are_no_text() { #@
  "${run[@]}" printf '\0\377%s' $'\xff\xfe\\' 'ä' >out 2>err
  expect_record 'escaped is True and argv[1:] == ["\\\\0\\\\377%s", "\\xff\\xfe\\\\", "ä"]'
  same_file "log" out "$(run_dir)/output.log"
}

record_of_100000_arguments() { #@
  # shellcheck disable=SC2046
  "${run[@]}" true $(seq 100000)
  expect_status 0 $?
  expect_record 'len(argv) == 100001 and argv[-1] == "100000"'
}

record_of_signals() { #@
  start "${run[@]}" "$PROBE" sigrec seen 2 200 5 2>/dev/null
  until_ready seen
  kill -USR1 "$pid"
  within 3000 has USR1 seen
  kill -USR2 -- "-$pid"
  ended
  expect_status 5 $?
  expect_record '[(s["signal"], s["forwarded"]) for s in signals] == [(10, True), (12, False)]'
}

record_of_a_death() { #@
  ulimit -c 0
  ("${run[@]}" sh -c 'kill -SEGV $$') 2>/dev/null
  expect_record 'ending == {"signalled": 11, "core": False}'
}

record_of_what_could_not_start() { #@
  "${run[@]}" ./no-such-program 2>err
  expect_record 'ending == {"exited": 127} and exec_error["errno"] == 2'
}

# Another user may have made our directory first, to read or replace what we put there.
directory_planted_by_another_user() { #@
  need_root
  mkdir shared
  chmod 1777 shared
  mkdir shared/runs
  chown 64998 shared/runs
  # shellcheck disable=SC2016
  "$GPUALERT" run --no-notify --runs-dir "$PWD/shared/runs" -- \
    sh -c 'echo "$GPUALERT_RUN_PATH" >elsewhere; exit 3' 2>err
  expect_status 3 $?
  has '^gpualert: .*belongs to user 64998' err || fail "not said: $(cat err)"
  expect "entries of the planted directory" "" "$(ls shared/runs)"
  expect_record 'ending == {"exited": 3}' "$(cat elsewhere)"
  [[ $(cat elsewhere) == /tmp/gpualert-* ]] && rm -r "$(cat elsewhere)"
}
