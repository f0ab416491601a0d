#!/bin/bash
#SBATCH -N 1
# oracle: as batch
# oracle: args large
# oracle: launches 1
case "${1:-small}" in
  small) LAYERS=4; CP=1 ;;
  large) LAYERS=64; CP=8 ;;
esac
shift
srun python3 train.py --num-layers $LAYERS --context-parallel-size $CP $([ $CP -gt 1 ] && echo --allgather-cp) "$@"
