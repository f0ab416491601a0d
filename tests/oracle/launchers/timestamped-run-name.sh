#!/bin/bash
# oracle: launches 1
# oracle: expect open
STAMP=$(date +%Y%m%d_%H%M%S)
RUN=qwen_${STAMP}_cp2
python3 train.py --run-name "$RUN" --save /out/$RUN --context-parallel-size 2 --hf-checkpoint /m/a
