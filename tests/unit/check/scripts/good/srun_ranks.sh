#!/bin/bash
#SBATCH -N 2 --ntasks-per-node=4
#SBATCH -t 1-00:00
#SBATCH --signal=USR1@300   # to the tasks
#SBATCH -o %x.%j.log
#SBATCH --mail-type=BEGIN,REQUEUE
#SBATCH --mail-user=ada@lab.example.org
set -euo pipefail
export MASTER_ADDR=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
srun --cpu-bind=cores gpualert run \
    python -m torch.distributed.run --nproc-per-node 4 \
    train.py
echo "done at $(date)"
