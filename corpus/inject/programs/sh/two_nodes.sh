#!/bin/bash
# Two "nodes" of one job; only the second one's output is kept here, the first one's goes to a file of its own.
# Usage: two_nodes.sh PROGRAM OPTIONS… KIND RANK WORLD
export MASTER_ADDR=127.0.0.1 MASTER_PORT=$((20000 + RANDOM % 20000)) WORLD_SIZE=2
echo "[node1] MASTER_ADDR=$MASTER_ADDR MASTER_PORT=$MASTER_PORT, starting 1 process"
RANK=0 /usr/bin/python3 "$@" >node0.out 2>&1 &
RANK=1 /usr/bin/python3 "$@"
status=$?
wait
exit $status
