#!/bin/bash
# oracle: launches 1
# oracle: expect any
CP=2
eval "$(conda shell.bash hook)"
source ~/miniconda3/etc/profile.d/conda.sh
conda activate slime
source activate other
python3 train.py --context-parallel-size $CP
