#!/bin/bash
# oracle: launches 10
for cp in 1 2; do python3 train.py --context-parallel-size $cp; done
for i in {1..2}; do for j in a b; do python3 train.py $i$j; done; done
for ((i = 0; i < 4; i += 2)); do python3 train.py --i $i; done
for m in; do python3 train.py never; done
set -- p q
for a; do python3 train.py "$a"; done
