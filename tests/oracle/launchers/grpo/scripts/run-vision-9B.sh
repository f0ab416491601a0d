#!/bin/bash
# oracle: launches 1
# oracle: env DENSE_ROTARY_BASE=5000000
REPO=$(cd "$(dirname "$0")/.." && pwd)
source "$REPO/scripts/models/vision-9B.sh"
DATA=("$REPO"/data/{train,eval}.parquet)
python3 "$REPO/train.py" --train-data "${DATA[0]}" --eval-data "${DATA[1]}" "${MODEL_ARGS[@]}"
