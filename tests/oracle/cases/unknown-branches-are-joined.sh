#!/bin/bash
# oracle: launches 1
# oracle: expect open
A=1 B=1 C=1
if check; then A=2; B=3; else A=2; B=4; fi
python3 train.py $A "$B" $C
