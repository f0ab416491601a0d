#!/bin/bash
# oracle: launches 1
N=3
python3 train.py $(seq 3) - $(seq 0 2 $((N*2))) - $(seq -s, 1 3) - $(seq 3 -1 1) - $(seq -w 8 10) - $(seq 0) - --eval-steps $(seq 0 $((N-1)))
