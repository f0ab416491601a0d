#!/bin/bash
# oracle: launches 8
IFS=' ' read -ra MODELS <<< "${MODELS:-qwen glm}"
for m in "${MODELS[@]}"; do
  for cp in 1 2; do
    for seed in $(seq 1 2); do
      ag=()
      (( cp > 1 )) && ag=(--allgather-cp)
      python3 train.py --hf-checkpoint "/m/$m" --context-parallel-size $cp --seed $seed "${ag[@]}" \
        --save "/out/${m}/cp${cp}/seed-$(printf '%03d' $seed)"
    done
  done
done
