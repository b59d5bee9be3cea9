#!/bin/bash
#SBATCH --gres=gpu:1
python train.py | tee train.log   # expect: pipe-status, no-gpualert
