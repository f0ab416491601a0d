#!/bin/bash
# oracle: launches 1
set -ex
if [ -z "${BASE_DIR}" ]; then BASE_DIR=/shared/models; fi
SCRIPT_DIR="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" &>/dev/null && pwd)"
source "${SCRIPT_DIR}/models/sparse-700B.sh"
CKPT_ARGS=(--hf-checkpoint $BASE_DIR/sparse-700B --load $BASE_DIR/sparse_run/)
PERF_ARGS=(
   --context-parallel-size 16
   --decoder-last-pipeline-num-layers 14
)
# a wide job: workers join over ssh
export MASTER_ADDR=${MLP_WORKER_0_HOST:-10.0.0.1}
ray start --head --node-ip-address ${MASTER_ADDR} --num-gpus 8
for WORKER_IP in $(awk '{print $1}' /root/mpi_rack_hostfile 2>/dev/null); do
  if [[ "$WORKER_IP" == "$MASTER_ADDR" ]]; then
    continue
  fi
  echo "starting a worker on ${WORKER_IP}"
  ssh root@"${WORKER_IP}" \
    "pkill -9 sglang ; ray stop --force ; ray start --address=${MASTER_ADDR}:6379 --num-gpus 8" &
done
wait
ray job submit --address="http://127.0.0.1:8265" \
   -- python3 train.py \
   --actor-num-nodes 32 \
   ${MODEL_ARGS[@]} \
   ${CKPT_ARGS[@]} \
   ${PERF_ARGS[@]}
