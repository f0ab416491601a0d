#!/bin/bash
# oracle: launches 1
CP=2
ARGS="--context-parallel-size $CP"
python3 train.py $ARGS --end
