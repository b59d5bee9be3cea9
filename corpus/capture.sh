#!/bin/bash
# capture.sh [--only REGEX] [--list] [--new] [--jobs N] — makes a new set of captured logs (see README.md).
# As root it installs the Debian packages that are missing; what the machine cannot do is skipped, with a line that says so.
exec nice -n 10 /usr/bin/python3 -B "$(dirname "$(readlink -f "$0")")/inject/capture.py" "$@"
