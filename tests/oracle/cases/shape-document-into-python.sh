#!/bin/bash
# oracle: launches 1
# oracle: expect open
OUT=$(python3 - <<PY
import json
print(json.dumps({"a": "$HOME"}))
PY
)
ray job submit --runtime-env-json="$OUT" -- python3 train.py --json "$OUT" --context-parallel-size 2
