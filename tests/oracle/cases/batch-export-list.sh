#!/bin/bash
#SBATCH --export=CP_SIZE,EXTRA=given
# oracle: as batch
# oracle: env CP_SIZE=2 OTHER=3
# oracle: lost OTHER
# oracle: launches 1
# oracle: expect open
python3 train.py --context-parallel-size "${CP_SIZE}" "${OTHER:-1}"
