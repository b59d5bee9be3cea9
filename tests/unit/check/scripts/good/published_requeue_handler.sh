#!/bin/bash
#SBATCH --job-name=rec
#SBATCH --array=1-10
#SBATCH --signal=B:USR1@60
#SBATCH --open-mode=append
#SBATCH --output=logs/train_%a_%j.out
##SBATCH --mail-user=a@gmial.com
# SBATCH --output=same.txt
trap_handler () {
   echo "Caught signal: " $1
   # SIGTERM must be bypassed
   if [ "$1" = "TERM" ]; then
       echo "bypass sigterm"
   else
     scontrol requeue $SLURM_JOB_ID
   fi
}
trap 'trap_handler USR1' USR1
trap 'kill -TERM $pid' TERM
srun gpualert run python -u train.py &
pid=$!
wait $pid
