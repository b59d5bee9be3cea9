#!/bin/bash
exec gpualert run python train.py
cp model.pt /archive/   # expect: never-reached
