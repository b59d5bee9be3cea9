# What we cost. Ticks are 10 ms of CPU.

cost_idle_cpu() { #@ serial
  need_plain "its cost is not ours"
  start "${run[@]}" sleep 9
  sleep 1.8
  local ticks
  ticks=$(session_ticks "$pid")
  ((ticks <= 15)) || fail "$ticks ticks for an idle job"
}

cost_no_spin_after_reader_left() { #@ serial
  need_plain "its cost is not ours"
  {
    start "${run[@]}" sh -c 'trap "" PIPE; echo a; sleep 0.2; echo b; sleep 9' 2>/dev/null
    echo "$pid" >supervisor
  } | head -1 >out
  sleep 1.4
  local ticks
  ticks=$(session_ticks "$(cat supervisor)")
  alive "$(cat supervisor)" || fail "the command ended early"
  ((ticks <= 20)) || fail "$ticks ticks after the reader left"
}

cost_no_spin_on_closed_stdin() { #@ serial
  need_plain "its cost is not ours"
  start "${run[@]}" sleep 9 <&-
  sleep 1.2
  local ticks
  ticks=$(session_ticks "$pid")
  ((ticks <= 15)) || fail "$ticks ticks with stdin closed"
}

cost_startup() { #@ serial
  need_plain "its cost is not ours"
  local i began bare
  began=$(now_ms)
  for ((i = 0; i < 40; i++)); do env true; done
  bare=$(($(now_ms) - began))
  began=$(now_ms)
  for ((i = 0; i < 40; i++)); do "${run[@]}" true; done
  local more=$((($(now_ms) - began - bare) / 40))
  ((more < 30)) || fail "$more ms more than the bare command per start"
}
