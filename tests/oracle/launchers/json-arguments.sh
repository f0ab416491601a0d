#!/bin/bash
# oracle: launches 1
RATIO=0.5
EVAL_CONFIG='{"datasets": [{"name": "aime", "n": 16}], "top_p": 0.7}'
python3 train.py \
  --eval-config "$EVAL_CONFIG" \
  --train-env-vars '{"A":"1","B":"'"$RATIO"'"}' \
  --chat-kwargs "{\"enable_thinking\": false}" \
  --ports "[80,443]" --apply {\"x\":1}
