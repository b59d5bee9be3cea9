#!/bin/bash
#SBATCH --signal=B:USR1@120   # expect: signal-misses
srun gpualert run python train.py
