#!/bin/bash
#SBATCH --array=0-3
# oracle: as batch
# oracle: launches 1
# oracle: expect open
LRS=(1e-6 3e-6 1e-5 3e-5)
LR=${LRS[$SLURM_ARRAY_TASK_ID]}
srun python3 train.py --lr $LR --context-parallel-size 2 --allgather-cp --hf-checkpoint /m/x
