#!/bin/bash
# oracle: launches 3
# oracle: expect open
N=0
for host in $(scontrol show hostnames x); do
  N=$((N + 1))
  python3 train.py --rank $N
done
python3 train.py --world $N
