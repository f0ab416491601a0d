#!/bin/bash -l
# oracle: as batch
# oracle: launches 1
python3 train.py a
