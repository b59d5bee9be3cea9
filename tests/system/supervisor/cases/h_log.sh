# The log: complete, and never in the job's way.

prints_both='i=0; while [ $i -lt 30 ]; do echo line $i; echo e $i >&2; i=$((i+1)); done; exit 3'

log_has_everything() { #@
  "${logged[@]}" sh -c 'echo out 1; echo err 1 >&2; printf tail; exit 3' >out 2>err
  expect_status 3 $?
  local text
  for text in 'out 1' 'err 1' tail; do
    has "$text" log || fail "'$text' is not in the log"
  done
  expect "stdout" "out 1 tail" "$(one_line out)"
  expect "stderr" "err 1" "$(without_ours err)"
}

log_exists_before_the_command() { #@
  "${logged[@]}" test -e "$PWD/log"
  expect_status 0 $?
}

log_is_written_at_once() { #@ serial
  start "${logged[@]}" sh -c 'printf "partial line"; sleep 9' >/dev/null
  within 800 has 'partial line' log || fail "the log lags"
}

log_binary_exact() { #@
  "$PROBE" random 300000 9 >wanted
  "${logged[@]}" "$PROBE" random 300000 9 >out
  same_file "stdout" wanted out
  same_file "log" wanted log
}

log_survives_sigkill_of_all() { #@
  start "${logged[@]}" sh -c 'echo before the kill; sleep 9' >out
  within 5000 has before out
  kill -KILL -- "-$pid"
  within 1000 gone "$pid"
  has 'before the kill' log || fail "the log lacks output that was already shown"
}

log_private() { #@
  umask 022
  "${logged[@]}" true
  expect "mode" 600 "$(stat -c %a log)"
}

log_existing_is_not_lost() { #@
  echo old >log
  "${logged[@]}" echo new >/dev/null
  expect "log" "old new" "$(one_line log)"
}

survives_log() { # PATH: whatever the log is, the command runs and its output passes
  use_log "$1"
  "${logged[@]}" sh -c 'echo out; echo err >&2; exit 3' >out 2>err
  expect_status 3 $?
  expect "stdout" out "$(cat out)"
  expect "stderr" err "$(without_ours err)"
}

log_on_full_device() { #@
  survives_log /dev/full
}
log_dir_missing() { #@
  survives_log "$PWD/no/such/dir/log"
}
log_under_a_file() { #@
  touch file
  survives_log "$PWD/file/log"
}
log_is_a_directory() { #@
  mkdir log
  survives_log "$PWD/log"
}
log_is_a_fifo_without_reader() { #@
  mkfifo log
  survives_log "$PWD/log"
}
log_in_a_read_only_place() { #@
  survives_log /proc/gpualert/log
}

log_is_a_stalled_fifo() { #@
  mkfifo log
  sleep 15 <>log &
  start "${logged[@]}" sh -c 'head -c 1000000 /dev/zero; exit 3' >out 2>/dev/null
  ended 7000
  expect_status 3 $?
  expect "bytes" 1000000 "$(size_of out)"
}

log_over_the_file_size_limit() { #@
  (
    ulimit -f 16
    "${logged[@]}" sh -c 'head -c 1000000 /dev/zero; exit 3' 2>/dev/null | wc -c >count
    echo "${PIPESTATUS[0]}" >status
  ) 2>/dev/null
  expect_status 3 "$(cat status)"
  expect "bytes" 1000000 "$(cat count)"
}

# Runs `logged` with faults injected into system calls on the log.
faulty() { # INJECTION COMMAND...
  need strace
  need_plain "it does not run under ptrace"
  local injection=$1
  shift
  : >log
  strace -f -qq -o trace -P "$PWD/log" -e "trace=${injection%%:*}" -e "inject=$injection" \
    "${logged[@]}" "$@" >out 2>err
}
writes=write,writev,pwrite64,pwritev,pwritev2

output_passes_despite() { # ERRNO [FIRST]: the log's writes fail from the FIRST on
  faulty "$writes:error=$1:when=${2:-1}+" sh -c "$prints_both"
  expect "status with $1 on the log" 3 $?
  has INJECTED trace || fail "strace injected nothing"
  expect "lines of stdout" 30 "$(wc -l <out)"
  expect "lines of stderr" 30 "$(grep -c '^e ' err)"
}

log_enospc_midway() { #@
  output_passes_despite ENOSPC 2
}
log_eio() { #@
  output_passes_despite EIO
}
log_estale_midway() { #@
  output_passes_despite ESTALE 2
}
log_edquot() { #@
  output_passes_despite EDQUOT
}

log_close_and_fsync_fail() { #@
  faulty close,fsync,fdatasync:error=EIO sh -c 'echo a; exit 3'
  expect_status 3 $?
  expect "stdout" a "$(cat out)"
}

log_eintr_and_short_writes() { #@
  "$PROBE" random 2000 4 >wanted
  faulty "$writes:error=EINTR:when=1+3" "$PROBE" random 2000 4
  expect_status 0 $?
  has INJECTED trace || fail "strace injected nothing"
  same_file "log" wanted log
}

log_recovers_after_enospc() { #@
  faulty "$writes:error=ENOSPC:when=1..3" sh -c 'i=0
    while [ $i -lt 40 ]; do echo line $i; sleep 0.1; i=$((i+1)); done'
  has INJECTED trace || fail "strace injected nothing"
  has 'line 39' log || fail "the log never came back after space was freed"
}

log_deleted_while_running() { #@
  start "${logged[@]}" sh -c 'echo a; sleep 0.5; echo b; exit 3' >out 2>/dev/null
  within 5000 has a log
  rm log
  ended
  expect_status 3 $?
  expect "stdout" "a b" "$(one_line out)"
}

log_truncated_while_running() { #@
  start "${logged[@]}" sh -c 'head -c 200000 /dev/zero | tr "\0" x; sleep 1; echo after; exit 3' \
    >out 2>/dev/null
  within 5000 is_at_least log 200000
  : >log
  ended
  expect_status 3 $?
  expect "log" after "$(cat log)" # a sparse file, were it not opened to append
}

log_goes_on_after_reader_left() { #@
  {
    "${logged[@]}" sh -c 'trap "" PIPE; echo a; sleep 0.4; echo b; sleep 0.1; echo c
      echo last words >&2; exit 3' 2>/dev/null
    echo $? >status
  } | head -1 >out
  within 5000 test -s status
  expect_status 3 "$(cat status)"
  has 'last words' log || fail "the log ended with the reader"
}

log_goes_on_after_full_stdout() { #@
  "${logged[@]}" sh -c 'echo first; sleep 0.2; echo second; exit 3' >/dev/full 2>/dev/null
  expect_status 3 $?
  expect "log" "first second" "$(one_line log)"
}

log_two_in_one_dir() { #@
  local i
  for i in 1 2 3 4 5 6; do
    "${logged[@]}" sh -c "echo from $i; sleep 0.2; echo to $i" >/dev/null &
  done
  wait
  for i in 1 2 3 4 5 6; do
    has "from $i" log && has "to $i" log || fail "run $i is missing from the log"
  done
}

log_reraise_after_logging() { #@
  ulimit -c 0
  ("${logged[@]}" sh -c 'echo dying; kill -SEGV $$' >/dev/null 2>&1)
  expect_status 139 $?
  expect "log" dying "$(cat log)"
}

log_terminal_without_cr() { #@
  "$python" -c 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)' \
    "${logged[@]}" sh -c 'echo a; echo b' >out 2>&1
  expect "log" "a b" "$(one_line log)"
}
