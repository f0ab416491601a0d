#!/bin/bash
# oracle: args --dry-run
# oracle: launches 0
DRY_RUN=0
for arg in "$@"; do
  [ "$arg" = --dry-run ] && DRY_RUN=1
done
run() {
  if [ "$DRY_RUN" = 1 ]; then
    echo "would run: $*"
  else
    "$@"
  fi
}
run python3 train.py --allgather-cp --context-parallel-size 2
