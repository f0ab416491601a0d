#!/bin/bash
#SBATCH -N 2
# oracle: as batch
# oracle: launches 1
NAME="run a"
LR=1e-6
srun bash -c 'cd /tmp; python3 train.py --name "'"${NAME}"'" --lr '$LR' --rest "$0"' zero
