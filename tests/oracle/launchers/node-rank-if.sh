#!/bin/bash
# oracle: env NODE_RANK=0
# oracle: launches 1
NODE_RANK=${NODE_RANK:-1}
if [ "$NODE_RANK" -eq 0 ]; then
  ray start --head --port 6379
  sleep 5
  ray job submit --address=http://127.0.0.1:8265 -- python3 train.py --context-parallel-size 2
else
  ray start --address="$MASTER:6379" --block
fi
