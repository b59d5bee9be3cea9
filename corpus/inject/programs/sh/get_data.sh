#!/bin/bash
# Fetches the data set before the training; stops when it cannot.
set -euo pipefail
echo "$(date +%T) staging data to $TMPDIR"
for host in mirror-a mirror-b; do
  echo "trying $host"
  curl -sS --max-time 5 -o /dev/null "$1" && exit 0 || echo "warning: $host failed with status $?"
done
echo "trying the origin"
curl -fsS --max-time 5 -o data.tar "$1"
tar xf data.tar
python3 -c 'print("epoch 1")'
