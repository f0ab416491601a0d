#!/bin/bash
# oracle: launches 1
# oracle: expect any
source ./not-here-at-all.sh
A=1
python3 train.py --a $A
