#!/usr/bin/env bash
# oracle: env CP_SIZE=4 RUN_ROOT=/scratch/alice
# oracle: launches 1
set -eu
: "${CP_SIZE:=1}"
: "${TP_SIZE:=2}" "${HF_CKPT:=${MODEL_ROOT:-/models}/dense-4B}"
RUN_ROOT=${RUN_ROOT:-${SCRATCH:-/tmp}}
NAME=${NAME:-dense-cp${CP_SIZE}-tp${TP_SIZE}}
SCRIPT_DIR="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" &>/dev/null && pwd)"
source "${SCRIPT_DIR}/models/dense-4B.sh"
ARGS="--context-parallel-size $CP_SIZE --tensor-model-parallel-size $TP_SIZE"
ARGS+=" --hf-checkpoint $HF_CKPT"
ARGS="$ARGS --save ${RUN_ROOT}/${NAME}"
python3 train.py "${MODEL_ARGS[@]}" $ARGS ${DEBUG:+--debug}
