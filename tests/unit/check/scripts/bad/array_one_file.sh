#!/bin/bash
#SBATCH --array=0-9
#SBATCH --output=logs/%A.out     # expect: output-pattern
#SBATCH --error=logs/%x_%%a.err  # expect: output-pattern
exec gpualert run python train.py
