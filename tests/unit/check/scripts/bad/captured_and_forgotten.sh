#!/bin/bash
srun gpualert run python train.py   # expect: status-replaced
status=$?
echo finished
