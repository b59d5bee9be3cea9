# What the cases are written in. A case runs in an empty directory; it fails with `fail`.

# The command under test. The product's own lines on stderr begin "gpualert: ".
run=("$GPUALERT" run --no-env --no-notify --)
python=/usr/bin/python3

use_log() { # FILE: from now on `logged` is the command that logs to it
  logged=("$GPUALERT" run --no-env --no-notify --log "$1" --)
}
use_log "$PWD/work/log"

fail() {
  echo "$*"
  exit 1
}
skip() {
  echo "skipped: $*"
  exit 77
}
need_root() { [[ $EUID == 0 ]] || skip "needs root"; }
need() { command -v "$1" >/dev/null || skip "needs $1"; }
need_plain() { # REASON: sanitizer builds cannot hold it
  [[ ${CASE_SANITIZED-} != 1 ]] || skip "a sanitizer build: $1"
}

now_ms() {
  local t=${EPOCHREALTIME/./}
  echo $((t / 1000))
}
within() { # MS COMMAND...: does it become true in time?
  local end=$(($(now_ms) + $1))
  shift
  until "$@"; do
    (($(now_ms) < end)) || return 1
    sleep 0.02
  done
}
has() { grep -aq -- "$1" "$2" 2>/dev/null; } # PATTERN FILE
size_of() { stat -c %s "$1" 2>/dev/null || echo 0; }
is_at_least() { (($(size_of "$1") >= $2)); } # FILE BYTES
one_line() { tr '\n' ' ' <"$1" | sed 's/ $//'; } # FILE
same_file() { # WHAT FILE FILE
  cmp -s "$2" "$3" || fail "$1: $(diff -a "$2" "$3" | head -4 | tr '\n' ' ' | cut -c1-300)"
}
expect() { # WHAT WANTED GOT
  [[ $2 == "$3" ]] || fail "$1: expected '$(printf %.200q "$2")', got '$(printf %.200q "$3")'"
}
expect_status() { expect "status" "$1" "$2"; } # WANTED GOT
without_ours() { grep -av '^gpualert: ' "$1" || true; } # FILE: stderr without the product's lines

# Starts a command as the leader of a session of its own, with default dispositions (a plain `&`
# would have SIGINT and SIGQUIT ignored); its pid and session are then in `pid`.
start() {
  "$PROBE" setsid "$PROBE" dfl HUP,INT,QUIT,TERM,PIPE,USR1,USR2,CHLD "$@" &
  pid=$!
  echo "$pid" >>../sessions
}
start_with_ignored() { # LIST COMMAND...: the same, with these signals ignored
  "$PROBE" setsid "$PROBE" dfl HUP,INT,QUIT,TERM,PIPE,USR1,USR2,CHLD "$PROBE" ign "$@" &
  pid=$!
  echo "$pid" >>../sessions
}
# Its status; 99 when it does not end in time.
ended() { # [MS]
  within "${1:-10000}" gone "$pid" || return 99
  wait "$pid"
}
end_session() { kill -KILL -- "-$pid" 2>/dev/null; } # of the last `start`
until_ready() { within 8000 has READY "$1" || fail "the command did not start"; } # of `sigrec FILE`

# The supervisor is `pid`; the logger is its child that runs our own program.
program_of() { readlink "/proc/$1/exe"; }
find_logger() {
  within 3000 logger_is_there || fail "no logger process found"
}
logger_is_there() {
  local child
  logger=
  for child in $(children "$pid"); do
    [[ $(program_of "$child") == "$(readlink -f "$GPUALERT")" ]] && logger=$child
  done
  [[ $logger ]]
}

# The command's process: the supervisor's other child.
find_job() { # after find_logger
  job=$(children "$pid" | tr ' ' '\n' | grep -vx "$logger" | head -1)
  [[ $job ]] || fail "no job process found"
}

# For cases that write much, or whose timing a busy disk would blur.
keep_runs_in_memory() {
  [[ -w /dev/shm ]] || return
  XDG_STATE_HOME=$(mktemp -d /dev/shm/gpualert-case.XXXXXX)
  # shellcheck disable=SC2064
  trap "rm -rf '$XDG_STATE_HOME'" EXIT
}

# A file system of its own at ./disk; run directories are kept there from now on.
mount_disk() { # MIB
  need_root
  mkdir disk
  mount -t tmpfs -o "size=$1m" case disk 2>/dev/null || skip "cannot mount a tmpfs"
  export XDG_STATE_HOME=$PWD/disk
}
# The same on a block device, which can be frozen: then writes wait, as on a server that hangs.
mount_freezable_disk() {
  need_root
  need fsfreeze
  need mkfs.ext4
  truncate -s 16m image && mkfs.ext4 -q image && mkdir disk
  mount -o loop image disk 2>/dev/null || skip "cannot mount a loop device"
  export XDG_STATE_HOME=$PWD/disk
}

# The one run of this case, wherever it was kept.
run_dir() {
  local found
  found=$(find "${1:-$XDG_STATE_HOME/gpualert/runs}" -name run.json -printf '%h\n' 2>/dev/null)
  [[ $found && $found != *$'\n'* ]] || fail "expected one run directory, found '$found'"
  echo "$found"
}
# Is a Python expression over the fields of run.json true?
record_says() { # EXPRESSION [RUN_DIR]
  "$python" "$here/record_says.py" "${2:-$(run_dir)}/run.json" "$1"
}
expect_record() { record_says "$@" || exit 1; }
record_complete() { record_says 'ending is not None' "$@" 2>/dev/null >&2; }
