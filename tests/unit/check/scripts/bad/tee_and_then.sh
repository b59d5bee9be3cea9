#!/bin/bash
#SBATCH --output=%x-%j.out
srun gpualert run python prepare.py | tee a.log   # expect: pipe-status, status-replaced
srun gpualert run python train.py 2>&1 |          # expect: pipe-status, status-replaced
  tee train.log
echo "job ended"
