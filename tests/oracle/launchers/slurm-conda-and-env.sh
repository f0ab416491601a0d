#!/bin/bash -l
#SBATCH -N 1
#SBATCH --gpus=8
# oracle: as batch
# oracle: env MODEL=/m/dense
# oracle: launches 1
# oracle: expect any
source ~/miniconda3/etc/profile.d/conda.sh
conda activate train
export WANDB_MODE=offline HF_HOME=/scratch/hf
cd "$SLURM_SUBMIT_DIR" || exit 1
echo "job $SLURM_JOB_ID on $(hostname) at $(date)"
srun --cpu-bind=none python train.py --hf-checkpoint "${MODEL:-/m/none}" --allgather-cp
echo "done: $?"
