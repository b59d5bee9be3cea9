#!/bin/bash
srun gpualert run python train.py 2>&1 | tee train.log
code=${PIPESTATUS[0]}
echo "status $code"
exit $code
