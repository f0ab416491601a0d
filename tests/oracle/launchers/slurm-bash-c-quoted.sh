#!/bin/bash
#SBATCH -N 2
# oracle: as batch
# oracle: launches 1
export CKPT=/models/v3 CP=8
srun -N 2 --ntasks-per-node=1 bash -c '
  export NODE_RANK=$SLURM_NODEID
  python3 train.py --hf-checkpoint "$CKPT" --context-parallel-size ${CP} --allgather-cp
'
