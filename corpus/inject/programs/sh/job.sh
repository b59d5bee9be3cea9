#!/bin/bash
# A batch script around one program: header, program, footer with its status.
echo "== $(date '+%F %T') job starts on $(hostname), $(nproc) cores"
echo "== command: $*"
module load gcc/12 2>/dev/null || echo "== no module system, using $(g++ -dumpversion 2>/dev/null || echo none)"
"$@"
status=$?
echo "== program ended with status $status"
exit $status
