#!/bin/bash
# oracle: launches 1
CP_SIZE=1
PERF=(--allgather-cp --context-parallel-size ${CP_SIZE})
python3 train.py "${PERF[@]}"
