#!/bin/bash
# oracle: launches 1
export CUDA_DEVICE_MAX_CONNECTIONS=1
nohup setsid env NCCL_DEBUG=WARN PYTHONPATH="/root/Megatron-LM:${PYTHONPATH:-}" \
  numactl --cpunodebind=0 --membind=0 \
  timeout --signal=INT 72h \
  stdbuf -oL python3 -u train.py --context-parallel-size 2 </dev/null >train.log 2>&1
