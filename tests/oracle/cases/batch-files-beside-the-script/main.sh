#!/bin/bash
#SBATCH --nodes=1
# oracle: as batch
# oracle: launches 1
# oracle: expect any
# The script runs from slurmd's spool directory: there is no lib.sh beside it.
CP=1
source "$(dirname "$0")/lib.sh"
python3 train.py --context-parallel-size $CP
