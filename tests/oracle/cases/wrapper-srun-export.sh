#!/bin/bash
# oracle: launches 3
export A=1 B=2
srun --export=ALL,C=3 bash -c 'python3 train.py "$A" "$B" "$C"'
srun --export=A bash -c 'python3 train.py "$A" "${B-unset}"'
srun --export=NONE bash -c 'python3 train.py "${A-unset}"'
