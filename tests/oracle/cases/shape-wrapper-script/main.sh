#!/bin/bash
# oracle: launches 1
CP=2
./container_exec.sh bash -lc "python3 train.py --context-parallel-size $CP \"\$IMAGE\""
