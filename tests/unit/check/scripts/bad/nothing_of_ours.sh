#!/bin/bash -l
#SBATCH -p gpu
#SBATCH --mail-user={Your ID}   # expect: mail-address, mail-address
#SBATCH --mail-type=ALL
module load conda
python train.py   # expect: no-gpualert
echo done
