#!/bin/bash
# oracle: launches 1
WANDB=(--use-wandb --wandb-key ${WANDB_KEY} --allgather-cp)
python3 train.py ${WANDB[@]} --context-parallel-size 2
