#!/bin/bash
#SBATCH --output=$HOME/logs/%j.out   # expect: variable-in-directive
#SBATCH --error=~/logs/%j.err        # expect: variable-in-directive
#SBATCH --job-name=run-${foo}        # expect: variable-in-directive
#SBATCH --mail-user=$USER@x.org      # expect: variable-in-directive
exec gpualert run python train.py
