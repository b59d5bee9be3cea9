#!/bin/bash
#SBATCH --gpus=1
echo start
#SBATCH --time=01:00:00   # expect: late-directive
exec gpualert run python train.py
