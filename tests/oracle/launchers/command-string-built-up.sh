#!/bin/bash
# oracle: launches 1
CP=2
USE_AG=true
CMD="python3 train.py"
CMD="$CMD --hf-checkpoint /m/a"
CMD+=" --context-parallel-size ${CP}"
if $USE_AG; then
  CMD="${CMD} --allgather-cp"
fi
echo "$CMD"
eval "$CMD" 
