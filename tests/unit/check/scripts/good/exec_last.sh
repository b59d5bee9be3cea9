#!/bin/bash
#SBATCH --job-name=train
#SBATCH --gpus=1
#SBATCH --time=12:00:00
#SBATCH --signal=B:TERM@120
#SBATCH --output=logs/%x-%j.out
module load cuda
source ~/venv/bin/activate
exec gpualert run python train.py --lr 3e-4
