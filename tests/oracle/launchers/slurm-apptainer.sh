#!/bin/bash
#SBATCH --gres=gpu:8
# oracle: as batch
# oracle: launches 1
SIF=/images/train.sif
BINDS=(-B /data:/data -B /scratch)
export APPTAINERENV_CP=2
CMD="python3 train.py --context-parallel-size 2 --hf-checkpoint /data/m"
srun apptainer exec --nv "${BINDS[@]}" $SIF bash -c "$CMD"
