#!/bin/bash
#SBATCH -N 1
# oracle: as batch
# oracle: launches 1
CP=2
ARGS=(--lr 1e-6 --context-parallel-size $CP)
srun bash -lc "set -e
ulimit -c 0
python3 train.py ${ARGS[*]} --rank \${MISSING_RANK:-0} --q \"a b\""
