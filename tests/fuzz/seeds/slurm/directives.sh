#!/bin/bash
#SBATCH --chdir=/work --export=ALL,A='b,c',HOME -N1
#SBATCH -D "a b" --get-user-env=10L
#SBATCH --container-image=x --container-mounts=/a:/b,./c --container-workdir=/b
#SBATCH hetjob
#SBATCH --chdir w\ x # comment
#PBS -d /x
#BSUB -cwd /y

srun python3 train.py
