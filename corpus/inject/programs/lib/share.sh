#!/bin/bash
# share.sh MODE CMD… — runs CMD beside a user-space file system on data/ that breaks as share.py MODE says.
mode=$1; shift
exec unshare -m /bin/bash -c '
mkdir -p data
/usr/bin/python3 share.py '"$mode"' data >/dev/null 2>&1 &
for _ in $(seq 100); do mountpoint -q data && break; sleep 0.05; done
"$@"
status=$?
umount -l data 2>/dev/null
exit $status' share "$@"
