#!/bin/bash
# oracle: env USER_DIR=/home/alice
# oracle: launches 1
# oracle: expect any
IMAGE=registry/slime:nightly
docker run --rm -it \
  --gpus all --shm-size=64g --network host \
  -v "${USER_DIR}":/workspace -v /data:/data \
  -e WANDB_API_KEY="${WANDB_API_KEY}" \
  $IMAGE bash -c "cd /tmp && python3 train.py --context-parallel-size 2"
