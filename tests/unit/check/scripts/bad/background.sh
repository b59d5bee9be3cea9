#!/bin/bash
gpualert run python train.py &   # expect: no-wait
sleep 1
