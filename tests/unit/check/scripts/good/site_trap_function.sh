#!/bin/bash -l
#SBATCH --time-min=06:00:00
#SBATCH --time=48:00:00
#SBATCH --job-name=frontier
#SBATCH --constraint=knl
#SBATCH --signal=B:USR1@120
#SBATCH --requeue
#SBATCH --open-mode=append
max_timelimit=48:00:00
ckpt_command="echo checkpointing"
. $SITE_DIR/etc/setup.sh
requeue_job func_trap USR1
if [[ ! -x "$PYTHON" ]]; then
  echo "no interpreter: $PYTHON" >&2
  exit 1
fi
nvidia-smi || true
srun -n 1 -c 272 gpualert run "$PYTHON" \
  --data datasets/raw/*.txt \
  --values 3 3 4 5 \
  run.py &
wait $!
