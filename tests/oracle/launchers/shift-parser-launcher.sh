#!/usr/bin/env bash
# oracle: args --model-path=/m/x --cp-size 2 --dry --extra "--a b" --extra --c
# oracle: launches 1
MODEL_PATH= CP_SIZE=1 EXTRA=() DRY=
parse() {
  while [[ $# -gt 0 ]]; do
    key="$1"
    case $key in
      --model-path=*) MODEL_PATH="${key#*=}"; shift ;;
      --model-path) MODEL_PATH="$2"; shift 2 ;;
      --cp-size|--context-parallel-size) CP_SIZE="$2"; shift 2 ;;
      --extra) EXTRA+=($2); shift; shift ;;
      --dry) DRY=1; shift ;;
      *) echo "unknown: $1" >&2; return 1 ;;
    esac
  done
}
parse "$@" || exit 1
[[ -n $MODEL_PATH ]] || { echo "no model" >&2; exit 1; }
CMD=(python3 train.py --hf-checkpoint "$MODEL_PATH" --context-parallel-size "$CP_SIZE" "${EXTRA[@]}")
if [[ -n "$DRY" ]]; then echo "${CMD[@]}"; fi
"${CMD[@]}"
