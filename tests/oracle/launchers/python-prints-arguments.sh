#!/bin/bash
# oracle: launches 1
# oracle: expect open
FLAGS=$(python3 -c "print('--lr 1')")
python3 train.py $FLAGS --context-parallel-size 2
