#!/bin/bash
# oracle: launches 1
set -e
A=()
python3 train.py before
V="${A[-1]}"
python3 train.py never
