#!/bin/bash
# later.sh SIGNAL SECONDS TARGET CMD… — becomes CMD, which gets SIGNAL after SECONDS; TARGET is process or group.
signal=$1 seconds=$2 target=$3
shift 3
me=$$
( sleep "$seconds"; if [ "$target" = group ]; then kill -"$signal" -- -$me; else kill -"$signal" $me; fi ) >/dev/null 2>&1 &
exec "$@"
