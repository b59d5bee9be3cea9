# Standard input, output and error.

stdin_bytes() { #@
  "$PROBE" random 1000000 5 >in
  expect "a file" "$(sha256sum <in)" "$("${run[@]}" sha256sum <in)"
  # shellcheck disable=SC2002
  expect "a pipe" "$(sha256sum <in)" "$(cat in | "${run[@]}" sha256sum)"
}

stdin_not_eaten() { #@
  # shellcheck disable=SC2016
  printf 'a\nb\n' | {
    "${run[@]}" sh -c 'read x; echo got $x'
    read -r y
    echo rest "$y"
  } >out
  expect "stdout" "got a rest b" "$(one_line out)"
}

stdin_while_read_loop() { #@
  printf '1\n2\n3\n' | while read -r n; do
    "${run[@]}" true
    echo "$n"
  done >out
  expect "the loop's lines" "1 2 3" "$(one_line out)"
}

stdin_offset_of_a_file() { #@
  printf 'a\nb\nc\n' >in
  # shellcheck disable=SC2016
  {
    "${run[@]}" sh -c 'read x; echo $x'
    cat
  } <in >out
  expect "stdout" "a b c" "$(one_line out)"
}

stdin_writer_sees_close() { #@
  (yes 2>/dev/null; touch writer_gone) |
    "${run[@]}" sh -c 'exec <&-; i=0
      while [ $i -lt 40 ]; do [ -e writer_gone ] && exit 0; sleep 0.1; i=$((i+1)); done; exit 1'
  expect "the writer learned that stdin was closed; status" 0 $?
}

stdin_closed() { #@
  "$PROBE" fds bare <&-
  "${run[@]}" "$PROBE" fds wrapped <&-
  same_file "descriptors" bare wrapped
  "${run[@]}" sh -c 'exit 6' <&-
  expect_status 6 $?
}

stdout_closed() { #@
  "$PROBE" fds bare >&-
  "${run[@]}" "$PROBE" fds wrapped >&-
  same_file "descriptors" bare wrapped
  "${run[@]}" sh -c 'echo lost; exit 6' >&- 2>/dev/null
  expect_status 6 $?
}

stderr_closed() { #@
  "$PROBE" fds bare 2>&-
  "${run[@]}" "$PROBE" fds wrapped 2>&-
  same_file "descriptors" bare wrapped
  "${run[@]}" sh -c 'exit 6' 2>&-
  expect_status 6 $?
}

all_three_closed() { #@
  "${run[@]}" sh -c 'exit 6' <&- >&- 2>&-
  expect_status 6 $?
  "${run[@]}" /no/such <&- >&- 2>&-
  expect_status 127 $?
}

out_bytes() { #@
  as_bare "$PROBE" random 3000000 1
}

err_bytes() { #@
  "$PROBE" random 1000000 2 >bare
  "${run[@]}" sh -c '"$0" random 1000000 2 >&2' "$PROBE" >out 2>err
  same_file "stderr" bare err
  expect "stdout" "" "$(cat out)"
}

out_err_apart() { #@
  "${run[@]}" sh -c 'echo out; echo err >&2' >out 2>err
  expect "stdout" out "$(cat out)"
  expect "stderr" err "$(cat err)"
}

out_no_newline() { #@
  "${run[@]}" printf 'no newline' >out
  printf 'no newline' >wanted
  same_file "stdout" wanted out
  "${run[@]}" true >out
  expect "bytes from a silent command" 0 "$(size_of out)"
}

out_quiet_wrapper() { #@
  "${run[@]}" true >out 2>err
  expect "stdout" "" "$(cat out)"
  expect "stderr of a good run" "" "$(cat err)"
}

out_order_of_2to1() { #@
  "$PROBE" alternate 3000 >wanted 2>&1
  "${run[@]}" "$PROBE" alternate 3000 >out 2>&1
  same_file "the order of 2>&1" wanted out
}

out_prompt_appears_at_once() { #@ serial
  start "${run[@]}" sh -c 'printf "prompt> "; sleep 5' >out
  within 800 has 'prompt> ' out || fail "a partial line was held back"
}

out_200mb() { #@ serial
  expect "bytes" 209715200 "$("${run[@]}" head -c 209715200 /dev/zero | wc -c)"
}

out_line_of_100mb() { #@ time=40
  need_plain "its own memory counts"
  start "${run[@]}" sh -c '"$0" line 100000000; sleep 20' "$PROBE" >out
  within 15000 is_at_least out 100000001 || fail "only $(size_of out) bytes came"
  local peak
  peak=$(peak_memory "$pid")
  ((peak < 65536)) || fail "memory grew to $peak KiB on one long line"
}

out_progress_bar_20mb_of_cr() { #@ time=40
  need_plain "its own memory counts"
  "$PROBE" progress 150000 2>bare
  start "${run[@]}" sh -c '"$0" progress 150000; sleep 20' "$PROBE" 2>err
  within 15000 is_at_least err "$(size_of bare)" || fail "only $(size_of err) bytes came"
  local peak
  peak=$(peak_memory "$pid")
  same_file "stderr" bare err
  ((peak < 65536)) || fail "memory grew to $peak KiB"
}

out_slow_reader() { #@
  "${run[@]}" sh -c 'head -c 5000000 /dev/zero; exit 3' 2>/dev/null | (sleep 1; wc -c) >out
  expect_status 3 "${PIPESTATUS[0]}"
  expect "bytes" 5000000 "$(cat out)"
}

out_slow_reader_after_child_died() { #@
  "${run[@]}" sh -c 'head -c 60000 /dev/zero; kill -9 $$' 2>/dev/null | (sleep 1; wc -c) >out
  expect "bytes written before SIGKILL" 60000 "$(cat out)"
}

out_flushed_before_return() { #@
  {
    "${run[@]}" sh -c 'head -c 300000 /dev/zero | tr "\0" x'
    echo END
  } | (sleep 0.3; cat) >out
  expect "size" 300004 "$(size_of out)"
  expect "last bytes" END "$(tail -c 4 out)"
}

out_reader_leaves() { #@
  local began
  began=$(now_ms)
  "${run[@]}" yes 2>/dev/null | head -1 >out
  (($(now_ms) - began < 5000)) || fail "'yes | head -1' took $(($(now_ms) - began)) ms"
  expect "the reader's line" y "$(cat out)"
}

out_reader_leaves_141() { #@
  "${run[@]}" yes 2>/dev/null | head -1 >out
  expect_status 141 "${PIPESTATUS[0]}"
}

out_reader_leaves_stderr_goes_on() { #@
  {
    "${run[@]}" sh -c 'trap "" PIPE; echo a; sleep 0.4; echo b; sleep 0.1; echo c
      echo fin >&2; exit 3' 2>err
    echo $? >status
  } 2>/dev/null | head -1 >out
  within 5000 test -s status
  expect_status 3 "$(cat status)"
  has '^fin$' err || fail "stderr was lost after the reader of stdout left"
}

out_reader_left_silent_command() { #@
  {
    "${run[@]}" sh -c 'sleep 0.5; exit 3' 2>/dev/null
    echo $? >status
  } | true
  within 5000 test -s status
  expect_status 3 "$(cat status)"
}

out_eof_reaches_reader() { #@ serial
  local began
  began=$(now_ms)
  "${run[@]}" sh -c 'exec >&- 2>&-; sleep 2' 2>/dev/null | {
    cat >/dev/null
    now_ms >seen
  }
  (($(cat seen) - began < 1500)) || fail "the reader saw the end after $(($(cat seen) - began)) ms"
}

out_dev_full() { #@
  "${run[@]}" sh -c 'echo hi; exit 3' >/dev/full 2>/dev/null
  expect_status 3 $?
}

out_dev_full_shields() { #@
  "${run[@]}" "$python" -uc 'print("a"); print("b"); import sys; sys.exit(3)' \
    >/dev/full 2>/dev/null
  expect_status 3 $?
}

out_nonblocking_stdout() { #@
  "$PROBE" nonblock 1 "${run[@]}" head -c 3000000 /dev/zero 2>/dev/null | (sleep 0.7; wc -c) >out
  expect "bytes" 3000000 "$(cat out)"
}

out_leaves_shared_stdout_blocking() { #@
  {
    "${run[@]}" sh -c 'echo a; sleep 0.8' &
    sleep 0.4
    "$PROBE" isnonblock 1 >flag
    wait $!
  } | cat >/dev/null
  expect "O_NONBLOCK on the shared stdout" 0 "$(cat flag)"
}

out_shared_file_offset() { #@
  {
    echo pre
    "${run[@]}" sh -c 'echo mid'
    echo post
  } >out 2>/dev/null
  expect "file" "pre mid post" "$(one_line out)"
  echo old >out
  "${run[@]}" echo new >>out
  expect "file appended to" "old new" "$(one_line out)"
}

out_socket() { #@
  expect "bytes and status" "100000 3" \
    "$("$PROBE" socket "${run[@]}" sh -c 'head -c 100000 /dev/zero; exit 3' 2>/dev/null)"
}
