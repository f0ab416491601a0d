#!/bin/bash
# oracle: launches 2
# oracle: expect open
# Most programs may fail, and what hangs on that is no reason to doubt the rest.
report() { echo "failed with $?"; exit 1; }
trap report ERR
mkdir -p logs
python3 train.py one
trap 'python3 tell.py' ERR
check
python3 train.py two
