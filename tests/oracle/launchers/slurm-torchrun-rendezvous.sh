#!/bin/bash
#SBATCH --nodes=2
# oracle: as batch
# oracle: launches 1
# oracle: expect any
export MASTER_ADDR=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
export MASTER_PORT=$((10000 + SLURM_JOB_ID % 50000))
srun torchrun --nnodes $SLURM_NNODES --nproc_per_node 8 --rdzv_id $SLURM_JOB_ID \
  --rdzv_backend c10d --rdzv_endpoint $MASTER_ADDR:$MASTER_PORT \
  pretrain.py --context-parallel-size 2 --lr 3e-4
