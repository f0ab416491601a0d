#!/bin/bash
# oracle: launches 1
ARGS=("--lr 1e-6" --seed 3)
python3 train.py ${ARGS[@]} "${ARGS[@]}"
