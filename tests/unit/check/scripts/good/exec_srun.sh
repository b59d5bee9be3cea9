#!/bin/bash
#SBATCH --nodes=4
#SBATCH --time=48:00:00
#SBATCH --signal=TERM@180
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=/scratch/%u/%x_%j.log
export NCCL_DEBUG=WARN OMP_NUM_THREADS=8
(( SLURM_NNODES > 1 )) && export NCCL_SOCKET_IFNAME=ib0
exec srun --kill-on-bad-exit=1 gpualert run --signal-before USR1@5m python train.py --resume auto
