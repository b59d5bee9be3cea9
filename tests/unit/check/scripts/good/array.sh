#!/bin/bash
#SBATCH --array=1-40%8
#SBATCH --output=out/%A_%a.txt
#SBATCH --error=out/%A_%a.err
lr=$(sed -n "${SLURM_ARRAY_TASK_ID}p" rates.txt)
exec gpualert run --name "sweep-$lr" python sweep.py --lr "$lr"
