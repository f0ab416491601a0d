#!/bin/bash
#SBATCH -N1
ARGS=(--allgather-cp --context-parallel-size 4)
python3 train.py "${ARGS[@]}" --hf-checkpoint qwen
