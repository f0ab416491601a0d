#!/bin/bash
# oracle: launches 1
python3 train.py first
source lib.sh
python3 train.py never
