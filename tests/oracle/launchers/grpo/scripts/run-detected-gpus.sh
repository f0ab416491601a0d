#!/bin/bash
# oracle: launches 1
# oracle: expect open
set -e
if command -v rocm-smi >/dev/null 2>&1; then
    DETECTED=$(rocm-smi | wc -l)
else
    DETECTED=0
fi
NUM=${NUM_GPUS:-$DETECTED}
[ "$NUM" -le 0 ] && NUM=8
SCRIPT_DIR="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" &>/dev/null && pwd)"
source "$SCRIPT_DIR/models/tiny-1B.sh"
ray job submit -- python3 train.py --actor-num-gpus-per-node ${NUM} ${MODEL_ARGS[@]} --context-parallel-size 2
