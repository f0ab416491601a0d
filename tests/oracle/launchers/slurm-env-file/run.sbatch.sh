#!/bin/bash
#SBATCH -N 1
# oracle: as batch
# oracle: launches 1
set -a
source "$SLURM_SUBMIT_DIR/conf/site.env"
[ -f "$SLURM_SUBMIT_DIR/conf/user.env" ] && source "$SLURM_SUBMIT_DIR/conf/user.env"
set +a
srun bash -c 'python3 train.py --hf-checkpoint "$MODEL_DIR" --context-parallel-size "$CP"'
