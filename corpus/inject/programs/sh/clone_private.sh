#!/bin/bash
# Clones a private repository over HTTP without credentials.
/usr/bin/python3 peers.py "$1" &
server=$!
trap 'kill $server 2>/dev/null' EXIT
while [ ! -s port.txt ]; do sleep 0.05; done
export GIT_TERMINAL_PROMPT=0
echo "+ git clone"
git clone "http://127.0.0.1:$(cat port.txt)/lab/private-train.git" code || exit $?
