#!/bin/bash
exec gpualert run python train.py | tee train.log   # expect: pipe-status, plain-run
