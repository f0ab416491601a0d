#!/bin/bash
# oracle: launches 1
# oracle: expect any
MAX=3
for ((try = 1; try <= MAX; try++)); do
  if python3 train.py --resume --try-limit $MAX; then
    break
  fi
  echo "try $try failed"
done
