#!/bin/bash
save() { cp model.pt /archive/; }
trap save TERM   # expect: trap-swallows
gpualert run python train.py   # expect: plain-run
