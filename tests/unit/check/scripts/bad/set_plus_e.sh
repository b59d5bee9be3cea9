#!/bin/bash
set -e
set +e
# expect+1: status-replaced
srun gpualert run \
  python train.py
cp model.pt /archive/
