#!/bin/bash
#SBATCH --output=%j.out
module load cuda
gpualert run python train.py   # expect: plain-run
