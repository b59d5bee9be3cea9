# The kernel kills for memory: which it was, and that the log is still there.

# A memory cgroup of its own with a limit, in `cgroup`; removed at the end.
memory_cgroup() { # MIB
  need_root
  need_plain "its own memory counts"
  if [[ -e /sys/fs/cgroup/memory/memory.limit_in_bytes ]]; then
    cgroup=/sys/fs/cgroup/memory/gpualert-case-$$
    mkdir "$cgroup" 2>/dev/null || skip "cannot make a memory cgroup"
    echo "$1M" >"$cgroup/memory.limit_in_bytes"
  elif grep -qsw memory /sys/fs/cgroup/cgroup.subtree_control; then
    cgroup=/sys/fs/cgroup/gpualert-case-$$
    mkdir "$cgroup" 2>/dev/null || skip "cannot make a memory cgroup"
    echo "$1M" >"$cgroup/memory.max"
    echo 0 >"$cgroup/memory.swap.max" 2>/dev/null
  else
    skip "no memory cgroup"
  fi
  trap 'remove_cgroup' EXIT
}
remove_cgroup() {
  local member
  while read -r member; do kill -KILL "$member"; done <"$cgroup/cgroup.procs" 2>/dev/null
  within 2000 rmdir "$cgroup" 2>/dev/null
}
inside() { # COMMAND...: in the cgroup
  bash -c 'echo $$ >"$0/cgroup.procs"; exec "$@"' "$cgroup" "$@"
}

memory_kill_of_the_job_is_counted() { #@
  memory_cgroup 100
  inside "${run[@]}" sh -c 'echo before; exec "$0" memory 400' "$PROBE" >out 2>err
  expect_status 137 $?
  expect "log" before "$(cat "$(run_dir)/output.log")"
  expect_record 'ending == {"signalled": 9, "core": False} and memory["oom_kills"] == 1'
  expect_record 'memory["limit_bytes"] == 100 << 20'
}

memory_kill_of_a_child_is_counted() { #@
  memory_cgroup 100
  inside "${run[@]}" sh -c '"$0" memory 400; echo "child ended with $?"; exit 5' "$PROBE" >out 2>err
  expect_status 5 $?
  has 'child ended with 137' out || fail "the child was not killed: $(cat out)"
  expect_record 'memory["oom_kills"] == 1'
}

memory_kills_of_others_do_not_count() { #@
  memory_cgroup 100
  inside "$PROBE" memory 400 >out 2>err # before the run
  inside "${run[@]}" sh -c 'exit 4'
  expect_status 4 $?
  expect_record 'memory["oom_kills"] == 0'
}

# Everything in the cgroup dies at once: memory.oom.group, or (v1 has none) as we play it.
memory_kill_of_the_whole_group() { #@
  memory_cgroup 100
  if [[ -e $cgroup/memory.oom.group ]]; then
    echo 1 >"$cgroup/memory.oom.group"
    inside "${run[@]}" sh -c 'echo last words; exec "$0" memory 400' "$PROBE" >out 2>err
    expect_status 137 $?
  else
    start bash -c 'echo $$ >"$0/cgroup.procs"; exec "$@"' "$cgroup" "${run[@]}" \
      sh -c 'echo last words; sleep 9' >out 2>err
    within 5000 has words out
    # shellcheck disable=SC2046
    kill -KILL $(cat "$cgroup/cgroup.procs")
    ended
    expect_status 137 $?
  fi
  expect "log" "last words" "$(cat "$(run_dir)/output.log")"
}
