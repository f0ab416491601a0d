#!/bin/bash
# oracle: launches 1
# oracle: expect open
# oracle: appears ready.txt
if [ -f ready.txt ]; then A=--resume; else A=--fresh; fi
python3 train.py $A
