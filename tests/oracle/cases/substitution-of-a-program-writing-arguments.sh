#!/bin/bash
# oracle: launches 1
# oracle: expect open
ARGS=$(python3 - <<PY
print("--lr", 0.5)
PY
)
python3 train.py $ARGS --last
