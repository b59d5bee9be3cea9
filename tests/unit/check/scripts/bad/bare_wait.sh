#!/bin/bash
for seed in 1 2 3; do
  srun -n1 --exact gpualert run python train.py --seed $seed &   # expect: status-replaced
done
wait
