#!/bin/bash
# Checks out the code that the job runs.
set -e
export GIT_TERMINAL_PROMPT=0
echo "commit pinned by the sweep: 4f1c2aa"
git clone --quiet "$1" code
cd code && python3 train.py
