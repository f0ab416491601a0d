#!/bin/bash
#SBATCH --nodes=2
# oracle: as batch
# oracle: launches 1
# oracle: expect open
python3 train.py --nodes "$SLURM_NNODES" --gpus $((SLURM_NNODES * 8)) --id "${SLURM_JOB_ID:-none}"
