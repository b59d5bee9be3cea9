#!/bin/bash
# Stage-in of a batch job with wget.
echo "== stage-in on $(hostname) =="
n=0
until wget --tries=1 --timeout=3 -nv http://127.0.0.1:9/data/train.tar.gz; do
  n=$((n + 1))
  [ "$n" -ge "$1" ] && { echo "stage-in failed after $n attempts"; exit 4; }
  echo "attempt $n failed, waiting"
  sleep 0.2
done
