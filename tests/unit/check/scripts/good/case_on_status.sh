#!/bin/bash
srun gpualert run python train.py
case $? in
  0) echo fine ;;
  3) scontrol requeue "$SLURM_JOB_ID" ;;
  *) exit 1 ;;
esac
