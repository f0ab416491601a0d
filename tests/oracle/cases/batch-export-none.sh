#!/bin/bash
#SBATCH --export=NONE
# oracle: as batch
# oracle: env CP_SIZE=2
# oracle: lost CP_SIZE
# oracle: launches 1
# oracle: expect open
python3 train.py --context-parallel-size "${CP_SIZE:-1}"
