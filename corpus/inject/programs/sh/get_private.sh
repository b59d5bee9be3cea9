#!/bin/bash
# Fetches private weights with a token.
/usr/bin/python3 peers.py "$1" &
server=$!
trap 'kill $server 2>/dev/null' EXIT
while [ ! -s port.txt ]; do sleep 0.05; done
echo "[prepare] fetching weights"
if ! curl -fsSL --retry 2 --retry-delay 0 -H "Authorization: Bearer old" "http://127.0.0.1:$(cat port.txt)/weights.bin" -o weights.bin; then
  echo "[prepare] weights are missing, giving up" >&2
  exit 22
fi
python3 train.py
