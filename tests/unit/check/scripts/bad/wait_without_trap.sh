#!/bin/bash
gpualert run python train.py &   # expect: plain-run
pid=$!
wait $pid
