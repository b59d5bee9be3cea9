#!/bin/bash
# Prints the figures of the README, as ratios from one run on this machine.
#
#   tests/bench/run.sh [BUILD_DIR] [startup|memory|throughput|cpu|report|step|trials|flush|digest|backlog|kills ...]
#
# BENCH_SCALE=10 takes the sizes of the README (10 GiB of output); the default, 1, a tenth of the
# large ones. Files go to /dev/shm; `startup` also measures on the disk of $BENCH_DISK (/var/tmp).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${1:-$here/../../build/release}" && pwd)
shift || true
gpualert=$build/src/gpualert
job=$build/tests/bench/bench_job
measure=$build/tests/bench/bench_measure
scale=${BENCH_SCALE:-1}
memory_dir=$(mktemp -d /dev/shm/gpualert-bench.XXXXXX)
disk_dir=$(mktemp -d "${BENCH_DISK:-/var/tmp}/gpualert-bench.XXXXXX")
trap 'rm -rf "$memory_dir" "$disk_dir"' EXIT
export XDG_STATE_HOME=$memory_dir/state BENCH_REPORT=$memory_dir/job GPUALERT_CONFIG=/dev/null
run=("$gpualert" run --no-notify --)

calc() { awk "BEGIN { printf \"%.*f\", $1, $2 }"; } # DIGITS EXPRESSION
row() { printf '%-58s %s\n' "$1" "$2"; }
forget_runs() { rm -rf "$memory_dir/state" "$memory_dir/tee.log"; }

# At real-time priority where that is allowed, so that whatever else runs here does not count.
startup() {
  local where bare tini ours alone=()
  if chrt -f 50 true 2>/dev/null; then alone=(chrt -f 50); fi
  command -v tini >/dev/null || { echo "install tini to measure the start beside it" >&2; return; }
  for where in "$memory_dir" "$disk_dir"; do
    read -r bare tini ours < <(XDG_STATE_HOME=$where "${alone[@]}" "$measure" startup 300 \
      // /bin/true // tini -s /bin/true // "${run[@]}" /bin/true)
    row "start of \`true\`, runs in $(dirname "$where")" \
      "$bare ms bare, +$(calc 2 "$tini - $bare") tini -s, +$(calc 2 "$ours - $bare") gpualert: $(calc 2 "($ours - $bare) / ($tini - $bare)") × tini"
  done
}

held_memory() { # TEXT...: Pss while a job that printed it waits
  sleep 0.5 | "$measure" memory "${run[@]}" "$job" hold "$@"
}

memory() {
  row "Pss, a job that printed nothing / \"hi\"" "$(held_memory) / $(held_memory hi) KiB"
  local mib=$((1024 * scale))
  row "largest Pss over $mib MiB of training log" \
    "$("$measure" memory "${run[@]}" "$job" log $mib) KiB"
  forget_runs
  row "largest Pss over one line of 1 GiB" \
    "$("$measure" memory "${run[@]}" "$job" line 1024) KiB"
  forget_runs
  row "largest Pss over 500 MB of carriage-return progress" \
    "$("$measure" memory "${run[@]}" "$job" progress 500) KiB"
  forget_runs
}

with_tee() { # JOB...
  # shellcheck disable=SC2016
  "$measure" run bash -c '"$@" | tee "$0"' "$memory_dir/tee.log" "$job" "$@"
}
with_us() { "$measure" run "${run[@]}" "$job" "$@"; }

# Sets wall, cpu (all but the job's), job_cpu and job_wall.
take() { # with_tee|with_us JOB...
  local all
  read -r wall all _ < <("$@")
  read -r job_cpu job_wall <"$BENCH_REPORT"
  cpu=$(calc 4 "$all - $job_cpu")
  forget_runs
}

throughput() {
  local tee_wall tee_cpu
  take with_tee log 1024
  tee_wall=$wall tee_cpu=$cpu
  take with_us log 1024
  row "1 GiB of training log to a pipe, beside \`| tee file\`" \
    "$(calc 2 "$wall") s beside $(calc 2 "$tee_wall") s: $(calc 2 "$wall / $tee_wall") × wall, $(calc 2 "$cpu / $tee_cpu") × CPU"
}

cpu() {
  local writes rate tee_cpu tee_wall
  for writes in block line; do
    for rate in 50 100; do
      take with_tee paced $rate 5 $writes
      tee_cpu=$cpu tee_wall=$job_wall
      take with_us paced $rate 5 $writes
      row "100-byte lines, a write per $writes, $rate MB/s" \
        "CPU $cpu s beside tee's $tee_cpu s: $(calc 2 "$cpu / $tee_cpu") ×; the job took $(calc 1 "($job_wall / $tee_wall - 1) * 100") % longer"
    done
  done
}

report() {
  local mib
  for mib in 1024 64; do
    mkdir "$memory_dir/report"
    "$build/tests/bench/report_bench" "$memory_dir/report" $mib | while read -r line; do
      row "the report of a log of $mib MiB" "$line"
    done
    rm -rf "$memory_dir/report"
  done
}

step() {
  "$build/tests/bench/step_bench" | while read -r line; do
    row "a job step of 4096 ranks" "$line"
  done
}

trials() {
  local count=${CASE_TRIALS:-200} name
  for name in trials_kill_supervisor_and_job trials_kill_everything; do
    row "$name, $count times" "$(GPUALERT=$gpualert CASE_TRIALS=$count \
      PROBE=$build/tests/system/supervisor/probe "$here/../system/supervisor/run-case" $name 2>/dev/null &&
      echo "nothing lost or torn")"
  done
}

flush() {
  row "one deliverer, 1000 messages to a local relay" \
    "$(/usr/bin/python3 "$here/outbox_bench.py" "$build" flush 1000)"
}

digest() {
  row "one deliverer, 10000 reports at once" \
    "$(/usr/bin/python3 "$here/outbox_bench.py" "$build" digest 10000)"
}

# Beside an empty outbox; `env` on both sides sets where it is.
backlog() {
  local bare empty full entries=${BACKLOG:-100000}
  /usr/bin/python3 "$here/outbox_bench.py" "$build" backlog "$entries" "$memory_dir/full"
  read -r bare empty full < <("$measure" startup 300 // env A=b /bin/true \
    // env GPUALERT_STATE_DIR="$memory_dir/empty" "$gpualert" run /bin/true \
    // env GPUALERT_STATE_DIR="$memory_dir/full" "$gpualert" run /bin/true)
  row "start of \`true\`, nothing in the outbox / $entries messages" \
    "+$(calc 2 "$empty - $bare") / +$(calc 2 "$full - $bare") ms"
}

# Supervisor, logger and deliverer are killed at random.
kills() {
  row "reports over random kills, TRIALS=${TRIALS:=500}" "$(GPUALERT=$gpualert TRIALS=$TRIALS \
    DELIVER=$build/src/deliver/gpualert-deliver \
    SAMPLE=$build/tests/system/delivery/delivery_sample \
    /usr/bin/python3 "$here/../system/delivery/kill_test.py" 2>/dev/null || echo failed)"
}

(($#)) || set -- startup memory throughput cpu report trials
for part in "$@"; do
  "$part"
done
