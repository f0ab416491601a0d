#!/bin/bash
#SBATCH --signal=B:USR1@120
# oracle: as batch
# oracle: unordered
# oracle: launches 1
requeue() { echo "requeue"; scontrol requeue "$SLURM_JOB_ID"; }
trap requeue USR1
srun python3 train.py --load latest --save latest --context-parallel-size 1 &
wait
