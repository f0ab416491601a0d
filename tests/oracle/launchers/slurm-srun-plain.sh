#!/bin/bash
#SBATCH --job-name=pretrain
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=8
#SBATCH --time=24:00:00
#SBATCH --output=%x-%j.out
# oracle: as batch
# oracle: launches 1
set -euo pipefail
module purge
module load cuda/12.4 nccl
export OMP_NUM_THREADS=8
DATA=/project/data
srun python3 -u pretrain.py \
    --data-path "$DATA/tokens" \
    --context-parallel-size 2 \
    --save "$DATA/out"
