#!/bin/bash
# oracle: launches 1
# oracle: expect any
CP=2
source /etc/profile.d/modules.sh
module purge
module load cuda/12 gcc
source ~/.bashrc
source venv/bin/activate
python3 train.py --context-parallel-size $CP
