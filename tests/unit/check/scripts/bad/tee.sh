#!/bin/bash
#SBATCH --output=%j.out
gpualert run python train.py 2>&1 | tee train.log   # expect: pipe-status, plain-run
