#!/bin/bash
# oracle: launches 8
srun python3 train.py a
srun -N2 -n 16 --gpus-per-node=8 --cpu-bind none -l python3 train.py b
srun --ntasks 4 --exclusive --mpi=pmix --output=%x.log -- python3 train.py c --nodes 3
srun bash -c 'python3 train.py "$SLURM_NOT_SET" d'
srun --container-image=/img.sqsh --container-mounts=/a:/b --no-container-mount-home bash -c "python3 train.py e"
srun -u -J name -w node01 env X=1 python3 train.py f
srun --chdir=/ python3 train.py g
srun python3 -m torch.distributed.run --nproc_per_node 8 train.py h
