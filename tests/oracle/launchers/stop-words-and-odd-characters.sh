#!/bin/bash
# oracle: launches 1
SGLANG_ARGS=(
   --rollout-stop "<|end|>" '</answer>' $'\n\n'
   --prompt-template 'Q: {question}\nA:'
   --regex '^\d+(\.\d+)?$'
   --sglang-cuda-graph-bs 1 2 4 8 $(seq 16 8 64)
   --moe-freq "[0]*1+[1]*26"
   --url "http://h:1/?a=b&c=d;e"
)
python3 train.py "${SGLANG_ARGS[@]}"
