#!/bin/bash
trap '' TERM                # expect: trap-swallows
trap 'exit 0' SIGTERM       # expect: trap-swallows
trap 'rm -rf tmp; exit 0' EXIT   # expect: trap-swallows
srun gpualert run python train.py
