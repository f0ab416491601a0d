#!/bin/bash
#SBATCH --chdir=inner
# oracle: as batch
# oracle: chdir inner
# oracle: launches 1
source settings.sh
python3 train.py --context-parallel-size $CP
