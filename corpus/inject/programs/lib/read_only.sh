#!/bin/bash
# read_only.sh DIR CMD… — runs CMD with DIR mounted read-only.
exec unshare -m /bin/bash -c 'mkdir -p "$1" && mount -t tmpfs -o size=1m,ro tmpfs "$1" && shift && exec "$@"' readonly "$@"
