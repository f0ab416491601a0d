#!/bin/bash
# oracle: launches 1
set -e
python3 train.py first
false
python3 train.py never
