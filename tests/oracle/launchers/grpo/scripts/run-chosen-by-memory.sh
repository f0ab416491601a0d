#!/bin/bash
# oracle: launches 1
# oracle: expect open
SCRIPT_DIR="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" &>/dev/null && pwd)"
source "${SCRIPT_DIR}/models/dense-4B.sh"
MEM=$(nvidia-smi --query-gpu=memory.total --format=csv,noheader,nounits | head -n 1 | tr -dc 0-9)
if [ "${MEM:-0}" -gt 100 ]; then CP=1; else CP=2; fi
python3 train.py "${MODEL_ARGS[@]}" --context-parallel-size $CP --allgather-cp
