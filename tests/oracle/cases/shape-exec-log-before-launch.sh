#!/bin/bash
# oracle: launches 1
mkdir -p logs
exec >logs/run.log 2>&1
set -x
python3 train.py --a
