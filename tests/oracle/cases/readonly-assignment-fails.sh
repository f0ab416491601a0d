#!/bin/bash
# oracle: launches 2
# oracle: expect any
readonly R=1
python3 train.py $R
R=2; python3 train.py same-line
python3 train.py after $R
