#!/bin/bash
#SBATCH --requeue   # expect: requeue-truncates
exec gpualert run python train.py > train.log   # expect: requeue-truncates
