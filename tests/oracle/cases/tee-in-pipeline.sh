#!/bin/bash
# oracle: launches 3
python3 train.py a 2>&1 | tee log.txt
python3 train.py b |& tee -a log.txt | grep loss
srun python3 train.py c > >(tee out.log) 2>&1
