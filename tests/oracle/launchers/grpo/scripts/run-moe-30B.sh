#!/bin/bash
# oracle: launches 1
# oracle: env MOE_NUM_LAYERS=6
pkill -9 sglang; sleep 3; ray stop --force
set -ex
SCRIPT_DIR="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" &>/dev/null && pwd)"
source "${SCRIPT_DIR}/models/moe-30B.sh"
BASE_DIR=${BASE_DIR:-/root/shared}

CKPT_ARGS=(
   --hf-checkpoint "${BASE_DIR}/moe-30B/"
   --save "${BASE_DIR}/moe-30B_run/"   # kept on the shared disk
)
PERF_ARGS=(
   --tensor-model-parallel-size 4
   --context-parallel-size 2
   --expert-model-parallel-size 8
   --recompute-granularity full
)
EVAL_ARGS=(
   --eval-prompt-data aime ${BASE_DIR}/aime/test.jsonl
   --eval-top-p 0.7
)
ray start --head --num-gpus 8
ray job submit --address="http://127.0.0.1:8265" --runtime-env-json='{"env_vars": {"A": "1"}}' -- \
   python3 train.py --actor-num-nodes 1 --colocate \
   ${MODEL_ARGS[@]} ${CKPT_ARGS[@]} ${EVAL_ARGS[@]} ${PERF_ARGS[@]} ${MISSING_ARGS[@]}
