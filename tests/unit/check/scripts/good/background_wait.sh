#!/bin/bash
#SBATCH --output=%j.out
#SBATCH --time=01:00:00
#SBATCH --signal=B:USR1@60
trap 'kill -USR1 "$pid"' USR1
trap 'kill -TERM "$pid"' TERM
gpualert run python train.py &
pid=$!
wait "$pid"
status=$?
# the trap ends the first wait
while kill -0 "$pid" 2>/dev/null; do
  wait "$pid"
  status=$?
done
exit "$status"
