#!/bin/bash
# oracle: launches 1
# oracle: expect open
COMMIT=`git rev-parse --short HEAD 2>/dev/null || echo nogit`
python3 train.py --tag "exp-${COMMIT}" --allgather-cp --context-parallel-size 2
