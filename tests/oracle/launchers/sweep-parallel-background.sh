#!/bin/bash
# oracle: unordered
# oracle: launches 4
pids=()
for gpu in 0 1 2 3; do
  CUDA_VISIBLE_DEVICES=$gpu python3 train.py --gpu $gpu --port $((29500 + gpu)) > gpu$gpu.log 2>&1 &
  pids+=($!)
done
for pid in "${pids[@]}"; do wait "$pid"; done
