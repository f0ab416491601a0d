#!/bin/bash
# oracle: launches 1
set -u
python3 train.py "${A:-ok}" "$#" "$@"
python3 train.py "$A"
python3 train.py never
