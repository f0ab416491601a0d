#!/bin/bash
# oracle: launches 1
# oracle: args --cp 2 --name trial
SCRIPT_DIR=$(dirname "$(readlink -f "$0")")
. "$SCRIPT_DIR/models/tiny-1B.sh"
NAME=default CP=1
while (( $# )); do
  case $1 in
    --cp) CP=$2; shift ;;
    --name) NAME=$2; shift ;;
    *) MODEL_ARGS+=("$1") ;;
  esac
  shift
done
ASYNC_ARGS=(--update-weights-interval 2)
ray job submit --address=http://127.0.0.1:8265 -- python3 train_async.py \
  "${MODEL_ARGS[@]}" "${ASYNC_ARGS[@]}" --context-parallel-size "$CP" --run-name "$NAME"
