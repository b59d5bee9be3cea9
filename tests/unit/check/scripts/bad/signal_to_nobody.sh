#!/bin/bash
#SBATCH --time=24:00:00
#SBATCH --signal=USR1@120   # expect: signal-misses
exec gpualert run python train.py
