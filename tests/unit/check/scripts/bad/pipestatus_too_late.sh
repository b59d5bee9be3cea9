#!/bin/bash
#SBATCH --output=%x-%j.out
srun gpualert run python train.py | tee train.log   # expect: status-replaced
date
exit "${PIPESTATUS[0]}"
