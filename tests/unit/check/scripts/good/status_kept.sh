#!/bin/bash
#SBATCH --output=%j.out
srun gpualert run python train.py
status=$?
cp -r checkpoints "$SCRATCH/" || echo "copy failed" >&2
if [ "$status" -ne 0 ]; then
  tail -n 50 train.log
fi
exit $status
