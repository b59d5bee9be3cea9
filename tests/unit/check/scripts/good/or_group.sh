#!/bin/bash
srun gpualert run python train.py || { rc=$?; echo "failed: $rc"; exit "$rc"; }
srun gpualert run python export.py || status=$?
exit "${status:-0}"
