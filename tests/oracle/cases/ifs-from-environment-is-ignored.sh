#!/bin/bash
# oracle: env IFS=,
# oracle: launches 1
V="a,b c"
python3 train.py $V
