#!/bin/bash
# oracle: launches 1
build_ckpt() { CKPT_ARGS=(--hf-checkpoint "$1" --load "${2:-$1_dist}"); }
build_perf() {
  PERF_ARGS=(--tensor-model-parallel-size "$1")
  [ "$2" -gt 1 ] && PERF_ARGS+=(--context-parallel-size "$2")
  return 0
}
main() {
  build_ckpt /m/a
  build_perf 2 4
  python3 train.py "${CKPT_ARGS[@]}" "${PERF_ARGS[@]}" "$@"
}
main --allgather-cp
