#!/bin/bash
#SBATCH -N 1
# oracle: as batch
# oracle: env CP=2
# oracle: launches 1
export CP="${CP:-1}"
export HF="${HF:-/m/default}"
EXTRA="${EXTRA_ARGS:-}"
srun --export=ALL bash -c 'python3 train.py --hf-checkpoint "$HF" --context-parallel-size "$CP" '"$EXTRA"' --end'
