#!/bin/bash
#SBATCH --nodes=1
# oracle: as batch
# oracle: args scripts/real.sh --context-parallel-size 4
# oracle: launches 1
SCRIPTS="cd ${SLURM_SUBMIT_DIR} && bash $@"
srun bash -c "$SCRIPTS"
