#!/bin/bash
# Starts many helpers at once, more than the user may have processes.
echo "starting 200 preprocessing helpers"
for i in $(seq 200); do
  sleep 40 &
  [ $((i % 20)) = 0 ] && echo "started $i"
done
wait
echo "all helpers done"
