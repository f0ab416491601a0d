#!/bin/bash -e
# oracle: as batch
# oracle: launches 1
python3 train.py a
false
python3 train.py never
