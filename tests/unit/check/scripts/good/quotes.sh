#!/bin/bash
echo "gpualert run python train.py &"
printf '%s\n' 'gpualert run x || true'
# gpualert run python train.py || true
note='a "quoted" # not a comment; gpualert run y &'
exec gpualert run bash -c 'python a.py | tee a.log; echo done || true' # the job's own affair
