#!/bin/bash
if ! srun gpualert run python check_data.py; then
  echo "bad data" >&2
  exit 3
fi
srun gpualert run python train.py || exit $?
srun gpualert run python eval.py && touch done.flag
