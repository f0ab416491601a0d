#!/bin/bash
# oracle: launches 6
run_one() {
  local name="$1" model="$2" tp="$3" pp="$4" cp="$5"
  local extra_args+=(--seed 7)
  if [ "${USE_AG:-0}" = "1" ]; then
    extra_args+=(--allgather-cp)
  fi
  echo "run $name: tp $tp, cp $cp"
  python3 train.py --run-name "$name" --hf-checkpoint "/m/$model" \
    --tensor-model-parallel-size "$tp" --pipeline-model-parallel-size $pp \
    --context-parallel-size "$cp" "${extra_args[@]}"
}
run_one base qwen 1 1 1
run_one tp2 qwen 2 1 1
run_one pp2 qwen 1 2 1
USE_AG=1
run_one ag1 qwen 1 1 1
run_one ag2 qwen 1 1 2
run_one ag4 qwen 1 1 4
