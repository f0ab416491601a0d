#!/bin/bash
#SBATCH -N 1
# oracle: as batch
# oracle: launches 1
CP=2
srun bash <<EOT
set -e
A="--context-parallel-size $CP"
python3 train.py \$A --hf-checkpoint /m/a
EOT
