#!/bin/bash
# oracle: args GLM-5.1-FP8
# oracle: launches 1
NAME=$1
if [[ "$NAME" =~ ^([A-Za-z]+)-([0-9]+)(\.([0-9]+))?(-(.*))?$ ]]; then
  V="${BASH_REMATCH[2]}" MINOR="${BASH_REMATCH[4]:-0}" SUFFIX="${BASH_REMATCH[6]}"
else
  exit 1
fi
python3 train.py --version "$V.$MINOR" ${SUFFIX:+--precision "${SUFFIX,,}"} --allgather-cp
