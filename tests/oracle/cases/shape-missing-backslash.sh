#!/bin/bash
# oracle: launches 1
# One backslash is missing: the launch is nine words long, its flags a command of their own.
python3 train.py --actor-num-nodes 1 --actor-num-gpus-per-node 8 --colocate --seed 1
   --allgather-cp \
   --context-parallel-size 2
true
