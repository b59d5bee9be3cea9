#!/bin/bash
set -o pipefail
srun gpualert run ./preprocess.sh | tee prep.log
