#!/bin/bash
# oracle: args moe-30B 2
# oracle: env MOE_NUM_LAYERS=5
# oracle: launches 1
set -euo pipefail
MODEL="${1:?usage: run-any.sh MODEL [CP]}"
CP="${2:-1}"
SCRIPT_DIR="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" &>/dev/null && pwd)"
MODEL_FILE="${SCRIPT_DIR}/models/${MODEL}.sh"
if [[ ! -f "$MODEL_FILE" ]]; then
  echo "no such model: $MODEL" >&2
  exit 1
fi
source "$MODEL_FILE"
EXTRA=()
if [[ $CP -gt 1 && $MODEL == sparse-* ]]; then
  EXTRA+=(--allgather-cp)
fi
python3 train.py "${MODEL_ARGS[@]}" --context-parallel-size "$CP" ${EXTRA[@]+"${EXTRA[@]}"}
