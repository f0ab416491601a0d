#!/bin/bash
# oracle: launches 1
source lib.sh
S=$?
python3 train.py "$X" $S
