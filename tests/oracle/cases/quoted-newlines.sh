#!/bin/bash
# oracle: launches 2
ARGS="--lr 1
 --seed 2
	--x"
python3 train.py $ARGS
python3 train.py "$ARGS"
