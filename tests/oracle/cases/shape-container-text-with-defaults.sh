#!/bin/bash
# oracle: launches 1
export CP=${CP:-2}
export CKPT=${CKPT:-/models/glm-5}
srun --container-image=/images/train.sqsh --container-mounts=/data:/data bash -c '
  set -e
  cd /
  python3 train.py \
    --hf-checkpoint ${CKPT:-/none} \
    --context-parallel-size "${CP}" \
    --lr ${LR:-1e-6}
'
