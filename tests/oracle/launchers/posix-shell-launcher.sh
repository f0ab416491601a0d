#!/bin/sh
# oracle: as batch
# oracle: args 2
# oracle: launches 1
set -eu
CP=${1:-1}
ARGS="--lr 1e-6"
if [ "$CP" -gt 1 ]; then
  ARGS="$ARGS --allgather-cp"
fi
set -- --hf-checkpoint "/m/my model" "$@"
exec python3 train.py $ARGS --context-parallel-size "$CP" "$@"
