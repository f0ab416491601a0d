#!/bin/bash
#SBATCH --output=/dev/null
# oracle: as batch
# oracle: launches 1
LOG=$SLURM_SUBMIT_DIR/logs
mkdir -p "$LOG"
exec > "$LOG/out.txt" 2>&1
set -x
time srun python3 train.py --a --context-parallel-size 2
