#!/bin/bash
#SBATCH -n 1
# oracle: as batch
# oracle: launches 2
in_box() { singularity exec --nv --bind /data,/scratch --pwd /w box.sif "$@"; }
in_box python3 prepare.py --out /scratch/p
in_box python3 train.py --data /scratch/p --allgather-cp
