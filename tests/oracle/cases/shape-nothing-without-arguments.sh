#!/bin/bash
# oracle: launches 0
if [ $# -lt 1 ]; then
  echo "usage: $0 MODEL [CP]" >&2
  exit 1
fi
python3 train.py --hf-checkpoint "$1" --context-parallel-size "${2:-1}"
