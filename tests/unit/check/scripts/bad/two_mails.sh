#!/bin/bash
#SBATCH --mail-type=BEGIN,END,fail   # expect: double-mail
exec gpualert run python train.py
