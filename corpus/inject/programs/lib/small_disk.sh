#!/bin/bash
# small_disk.sh SIZE DIR CMD… — runs CMD with a tmpfs of that size on DIR, which vanishes with CMD.
exec unshare -m /bin/bash -c 'mkdir -p "$2" && mount -t tmpfs -o size="$1" tmpfs "$2" && chmod 777 "$2" && shift 2 && exec "$@"' small "$@"
