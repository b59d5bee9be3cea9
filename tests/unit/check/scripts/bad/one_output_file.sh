#!/bin/bash
#SBATCH -J test
#SBATCH --out=logs/train.out     # expect: output-pattern
#SBATCH -e job_error.txt         # expect: output-pattern
exec gpualert run python train.py
