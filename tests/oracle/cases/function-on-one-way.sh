#!/bin/bash
# oracle: launches 3
# oracle: expect open
if check; then
  add() { ARGS+=(--allgather-cp); }
else
  add() { ARGS+=(--n 1); }
  run() { python3 train.py "$@"; N=1; }
fi
ARGS=(--lr 1) N=0
add
python3 train.py "${ARGS[@]}"
[ -n "$(probe)" ] && run() { python3 train.py other "$@"; }
run "${ARGS[@]}" "$N"
python3 train.py "$N"
