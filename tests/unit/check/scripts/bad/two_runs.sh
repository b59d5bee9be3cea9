#!/bin/bash
if [ -e data ]; then
  srun gpualert run python a.py   # expect: status-replaced
else
  exit 2
fi
srun gpualert run python b.py
