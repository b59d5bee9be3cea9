#!/bin/bash
srun gpualert run python train.py   # expect: status-replaced
echo "job finished"
