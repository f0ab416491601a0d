#!/bin/bash
# oracle: env HF_TOKEN=t DATA_DIR=/d
# oracle: launches 1
for v in HF_TOKEN DATA_DIR; do
  if [ -z "${!v:-}" ]; then
    echo "error: $v is not set" >&2
    exit 1
  fi
done
if [[ -z ${WANDB_API_KEY:-} ]]; then WANDB_ARGS=(--no-wandb); else WANDB_ARGS=(--wandb-key "$WANDB_API_KEY"); fi
python3 train.py --data "$DATA_DIR" "${WANDB_ARGS[@]}"
