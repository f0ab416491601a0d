#!/bin/bash
# oracle: launches 1
# oracle: env MODE=fast
set -e
SCRIPT_DIR="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" &>/dev/null && pwd)"
source "${SCRIPT_DIR}/models/hybrid-80B.sh"
case ${MODE:-full} in
   fast) STEPS=10; EXTRA=(--debug-train-only) ;;
   full) STEPS=3000; EXTRA=() ;;
   *) echo "no such mode: $MODE"; exit 1 ;;
esac
ray job submit --address="http://127.0.0.1:8265" --working-dir "$SCRIPT_DIR/.." -- python3 train.py \
   --num-rollout $STEPS "${EXTRA[@]}" "${MODEL_ARGS[@]}"
