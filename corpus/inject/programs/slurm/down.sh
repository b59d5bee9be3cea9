#!/bin/bash
# down.sh DIR — stops exactly the daemons whose pid files up.sh's daemons wrote, and removes their cgroups and DIR.
D=$1
[ -d "$D" ] || exit 0
export SLURM_CONF=$D/slurm.conf
jobs=$(squeue -h -o %A 2>/dev/null | sort -u)
if [ -n "$jobs" ]; then
  scancel $jobs
  for _ in $(seq 60); do [ -z "$(squeue -h -o %A 2>/dev/null)" ] && break; sleep 0.2; done
fi
stop() { # stop PIDFILE NAME
  local pid name
  pid=$(cat "$1" 2>/dev/null) || return 0
  name=$(cat "/proc/$pid/comm" 2>/dev/null) || return 0
  case $name in "$2"*) ;; *) return 0 ;; esac
  kill "$pid"
  for _ in $(seq 50); do
    case $(sed 's/.*) //' "/proc/$pid/stat" 2>/dev/null) in '' | Z*) return 0 ;; esac
    sleep 0.1
  done
  kill -9 "$pid" 2>/dev/null
}
for file in "$D"/run/slurmd.*.pid; do stop "$file" slurmd; done
stop "$D/run/slurmctld.pid" slurmctld
stop "$D/munge/munged.pid" munged
for stepd in /proc/[0-9]*; do # those that lost their slurmd; they work in our log folder
  [ "$(cat "$stepd/comm" 2>/dev/null)" = slurmstepd ] || continue
  case $(readlink "$stepd/cwd") in "$D"/*) kill -9 "${stepd#/proc/}" ;; esac
done
for node in "$D"/spool/*/; do
  for group in /sys/fs/cgroup/*/slurm_"$(basename "$node")"; do
    [ -d "$group" ] && find "$group" -depth -type d -exec rmdir {} + 2>/dev/null
  done
done
case $D in /tmp/*) rm -rf "$D" ;; esac
exit 0
