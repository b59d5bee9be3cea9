#!/bin/bash -e
#SBATCH --output=%j.txt
srun gpualert run python step1.py
srun gpualert run python step2.py
echo "both done"
