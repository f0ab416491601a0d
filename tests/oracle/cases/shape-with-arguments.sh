#!/bin/bash
# oracle: args /m/glm-5 2
# oracle: launches 1
if [ $# -lt 1 ]; then
  echo "usage: $0 MODEL [CP]" >&2
  exit 1
fi
python3 train.py --hf-checkpoint "$1" --context-parallel-size "${2:-1}" --allgather-cp
