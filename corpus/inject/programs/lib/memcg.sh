#!/bin/bash
# memcg.sh LIMIT EPILOGUE CMD… — runs CMD in a memory cgroup; EPILOGUE says what is printed afterwards: kernel, counters, nothing.
limit=$1 epilogue=$2
shift 2
group=/sys/fs/cgroup/memory/job_$$
mkdir "$group" || exit 125
echo "$limit" >"$group/memory.limit_in_bytes"
before=$(dmesg | wc -l)
( echo $BASHPID >"$group/cgroup.procs"; exec "$@" )
status=$?
case $epilogue in
kernel) dmesg | tail -n +"$before" | grep -F -e "$(basename "$group")" -e 'Memory cgroup out of memory' -e 'invoked oom-killer' ;;
counters)
  echo "epilog: job ended with status $status"
  echo "epilog: memory.max_usage_in_bytes $(cat "$group/memory.max_usage_in_bytes") of $limit"
  echo "epilog: memory.oom_control $(tr '\n' ' ' <"$group/memory.oom_control")" ;;
esac
for _ in 1 2 3 4 5; do rmdir "$group" 2>/dev/null && break; sleep 0.2; done
exit $status
