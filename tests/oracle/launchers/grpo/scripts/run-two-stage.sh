#!/bin/bash
# oracle: launches 3
set -e
cd "$(dirname "$0")/.."
source scripts/models/tiny-1B.sh
STAGES=(short long)
declare -A LENGTH=([short]=4096 [long]=32768) CP=([short]=1 [long]=4)
LAST=/m/tiny-1B
for s in "${STAGES[@]}"; do
  OUT=/out/$s
  python3 train.py "${MODEL_ARGS[@]}" --hf-checkpoint /m/tiny-1B --load "$LAST" --save "$OUT" \
     --rollout-max-response-len ${LENGTH[$s]} --context-parallel-size ${CP[$s]}
  LAST=$OUT
done
python3 tools/convert_hf_to_torch_dist.py ${MODEL_ARGS[@]} --hf-checkpoint "$LAST"
bash scripts/evaluate.sh "$LAST"
