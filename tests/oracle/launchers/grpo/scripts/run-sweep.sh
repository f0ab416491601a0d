#!/bin/bash
# oracle: launches 6
SCRIPT_DIR="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" &>/dev/null && pwd)"
for model in tiny-1B dense-4B; do
  source "${SCRIPT_DIR}/models/${model}.sh"
  for lr in 1e-6 5e-7 1e-7; do
    ray job submit --address="http://127.0.0.1:8265" -- python3 train.py \
      "${MODEL_ARGS[@]}" --lr "$lr" --save "/out/${model}_lr${lr//[-.]/_}" 2>&1 | tee "log_${model}_${lr}.txt"
  done
done
