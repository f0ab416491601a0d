#!/bin/bash
#SBATCH -N 1
# oracle: as batch
# oracle: args launch/real.sh --context-parallel-size 2
# oracle: launches 1
export RANKS=16
cd $SLURM_SUBMIT_DIR
LAUNCHER=$1
shift
srun --ntasks=1 bash "$LAUNCHER" "$@"
