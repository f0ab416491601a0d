#!/bin/bash
#SBATCH --nodes=1
# oracle: as batch
# oracle: env IMAGE_DIR=/images
# oracle: launches 1
IMAGE=${IMAGE_DIR}/train-25.04.sqsh
MOUNTS="/data:/data,$SLURM_SUBMIT_DIR:/workspace"
srun --container-image="$IMAGE" \
     --container-mounts="$MOUNTS" \
     --container-workdir=/workspace \
     --no-container-mount-home \
     bash -c "python3 train.py --hf-checkpoint /data/glm --context-parallel-size 2"
