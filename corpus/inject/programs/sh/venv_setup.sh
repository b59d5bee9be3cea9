#!/bin/bash
# Makes the job's environment and then trains.
set -e
/usr/bin/python3 -m pip download --disable-pip-version-check --no-cache-dir --retries "$1" --timeout 2 \
    --index-url http://127.0.0.1:9/simple --no-deps -d wheels einops==0.8.0
/usr/bin/python3 train.py
