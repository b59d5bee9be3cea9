#!/bin/bash
# A start script that is copied without its executable bit.
echo "starting $*"
sleep 1
