#!/bin/bash
# oracle: launches 1
A="2 + 3"
B=A
python3 train.py $((A * 2)) $((B)) $(("4" + 1)) $(( ${A} * 2 ))
