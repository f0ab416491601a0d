#!/bin/bash
# oracle: launches 1
# oracle: expect open
N=$(nvidia-smi -L | wc -l)
python3 train.py --gpus "$N" --end
