#!/bin/bash
# oracle: launches 2
MODELS=(small big)
declare -A CP=([small]=1 [big]=4)
args_for() {
  local m=$1 out=()
  [[ ${CP[$m]} -gt 1 ]] && out+=(--allgather-cp)
  out+=(--context-parallel-size "${CP[$m]}")
  printf '%s\n' "${out[@]}"
}
for m in "${MODELS[@]}"; do
  mapfile -t EXTRA < <(args_for "$m")
  python3 train.py --name "${m^}" "${EXTRA[@]}"
done
