#!/bin/bash
# memcg.sh LIMIT EPILOGUE CMD… — runs CMD in a memory cgroup; EPILOGUE says what is printed afterwards: kernel, counters, nothing.
limit=$1 epilogue=$2
shift 2
group=/sys/fs/cgroup/memory/job_$$
mkdir "$group" || exit 125
echo "$limit" >"$group/memory.limit_in_bytes"
start=$(cut -d ' ' -f 1 /proc/uptime)
( echo $BASHPID >"$group/cgroup.procs"; exec "$@" )
status=$?
case $epilogue in
kernel) # the kernel's lines about this group, and about the processes that they name
  dmesg | awk -F '[][]' -v start="$start" '$2 + 0.1 >= start' >kernel.txt
  pids=$(sed -n "s/.*oom_memcg=[^,]*$(basename "$group"),.*,pid=\([0-9]*\),.*/\1/p" kernel.txt | paste -sd '|')
  grep -E "$(basename "$group")|Killed process ($pids) " kernel.txt ;;
counters)
  echo "epilog: job ended with status $status"
  echo "epilog: memory.max_usage_in_bytes $(cat "$group/memory.max_usage_in_bytes") of $limit"
  echo "epilog: memory.oom_control $(tr '\n' ' ' <"$group/memory.oom_control")" ;;
esac
for _ in 1 2 3 4 5; do rmdir "$group" 2>/dev/null && break; sleep 0.2; done
exit $status
