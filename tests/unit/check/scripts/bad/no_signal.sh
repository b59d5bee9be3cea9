#!/bin/bash
#SBATCH --time=24:00:00   # expect: no-signal
exec gpualert run python train.py
