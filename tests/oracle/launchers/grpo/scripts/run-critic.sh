#!/bin/bash
# oracle: launches 1
ROOT="$( cd "$( dirname "${BASH_SOURCE[0]}" )/.." >/dev/null 2>&1 && pwd )"
source "$ROOT/scripts/models/tiny-1B.sh"
ACTOR_ARGS=("${MODEL_ARGS[@]}")
unset MODEL_ARGS
ROPE_BASE=500000
source "$ROOT/scripts/models/tiny-1B.sh"
CRITIC_ARGS=("${MODEL_ARGS[@]/#--/--critic-}")
python3 train.py "${ACTOR_ARGS[@]}" "${CRITIC_ARGS[@]}"
