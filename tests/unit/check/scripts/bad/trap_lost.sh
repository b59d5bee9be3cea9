#!/bin/bash
trap 'rm -rf "$TMPDIR/x"' EXIT   # expect: trap-lost
exec gpualert run python train.py
