#!/bin/bash
#SBATCH -o %j.log
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
files=(data/*.tar)
for f in "${files[@]}"; do tar -C "$tmp" -xf "$f"; done
[[ -d $tmp/train && ! -e $tmp/bad ]] || exit 4
srun gpualert run python train.py --data "$tmp"
