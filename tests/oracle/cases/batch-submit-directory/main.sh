#!/bin/bash
#SBATCH --job-name=x
# oracle: as batch
# oracle: launches 2
cd "$SLURM_SUBMIT_DIR"
source lib.sh
source "${SLURM_SUBMIT_DIR}/lib.sh"
python3 train.py $CP
bash scripts/sub.sh
