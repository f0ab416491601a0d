#!/bin/bash
# oracle: launches 0
if [ -z "$HF_CHECKPOINT" ]; then
  echo "HF_CHECKPOINT must be set"
  exit 1
fi
python3 train.py --hf-checkpoint "$HF_CHECKPOINT" --allgather-cp
