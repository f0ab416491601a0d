#!/bin/bash
# oracle: launches 1
collect() {
  local -n out=$1
  shift
  local item
  for item in "$@"; do out+=("--$item"); done
}
FLAGS=()
collect FLAGS allgather-cp colocate "offload=a b"
python3 train.py "${FLAGS[@]}"
