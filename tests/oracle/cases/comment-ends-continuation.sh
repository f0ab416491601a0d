#!/bin/bash
# oracle: launches 1
# A comment between continued lines ends the command: the rest is a command of its own.
python3 train.py --lr 1 \
  # --allgather-cp \
  --context-parallel-size 2
true
