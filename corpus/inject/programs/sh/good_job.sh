#!/bin/bash
# A job script whose steps may fail without harm; $1 picks the program at its heart.
echo "=== job on $(hostname) ==="
nvidia-smi || echo "warning: no nvidia-smi on this node (status $?), continuing on the CPU"
rm /scratch/old_run/lock 2>&1
mkdir -p out && cp /datasets/optional_labels.json out/ || true
ulimit -c 0
(kill -SEGV $BASHPID)
(kill -KILL $BASHPID) || echo "warm-up helper was killed, not needed any more"
curl -sS --max-time 2 http://127.0.0.1:9/register || echo "registry is down, status $?"
"$@" || exit
echo "=== job finished, 0 errors, exit status 0 ==="
