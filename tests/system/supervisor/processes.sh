# Questions about processes, answered from /proc alone.

alive() { # PID: is it there, and no zombie?
  [[ -d /proc/$1 ]] && ! grep -q '^State:[[:space:]]*[ZX]' "/proc/$1/status" 2>/dev/null
}
gone() { ! alive "$1"; }

stat_fields() { # PID: sets `fields` to what follows the name in /proc/PID/stat
  local line
  { read -r line <"/proc/$1/stat"; } 2>/dev/null || return 1
  line=${line##*) }
  # shellcheck disable=SC2206
  fields=($line)
}

session_pids() { # SESSION...: their processes, zombies apart
  local dir fields
  for dir in /proc/[0-9]*; do
    stat_fields "${dir#/proc/}" || continue
    [[ " $* " == *" ${fields[3]} "* && ${fields[0]} != Z ]] && echo "${dir#/proc/}"
  done
}

session_ticks() { # SESSION: CPU used by its processes, in ticks of 10 ms
  local dir fields total=0
  for dir in /proc/[0-9]*; do
    stat_fields "${dir#/proc/}" || continue
    [[ ${fields[3]} == "$1" ]] && total=$((total + fields[11] + fields[12]))
  done
  echo "$total"
}

children() { # PID
  cat "/proc/$1/task"/*/children 2>/dev/null
}

peak_memory() { # SESSION: VmHWM of its largest process, in KiB
  local pid
  for pid in $(session_pids "$1"); do
    sed -n 's/^VmHWM:[[:space:]]*\([0-9]*\) kB/\1/p' "/proc/$pid/status" 2>/dev/null
  done | sort -n | tail -1
}
