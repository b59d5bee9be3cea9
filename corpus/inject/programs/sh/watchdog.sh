#!/bin/bash
# watchdog.sh SECONDS CMD… — copies CMD's output and kills CMD when it prints nothing for SECONDS.
limit=$1
shift
: >out.txt
"$@" >>out.txt 2>&1 &
child=$!
tail -f -n +1 --pid=$child out.txt 2>/dev/null &
viewer=$!
while kill -0 $child 2>/dev/null; do
  sleep 0.5
  idle=$(( $(date +%s) - $(stat -c %Y out.txt) ))
  if [ "$idle" -ge "$limit" ]; then
    echo "[watchdog] $(date +%T) no output for $idle s, the job counts as stuck"
    echo "[watchdog] process $child is in state $(sed 's/.*) //; s/ .*//' /proc/$child/stat), wchan $(cat /proc/$child/wchan 2>/dev/null)"
    kill -TERM $child
    break
  fi
done
wait $child
status=$?
wait $viewer
exit $status
