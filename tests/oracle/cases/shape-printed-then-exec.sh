#!/bin/bash
# oracle: launches 1
echo "python3 train.py --context-parallel-size 8 --allgather-cp"
echo "running:" python3 train.py $*
exec python3 train.py --context-parallel-size 1
