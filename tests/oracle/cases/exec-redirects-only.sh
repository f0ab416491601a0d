#!/bin/bash
# oracle: launches 1
exec > run.log 2>&1
exec 3< /dev/null
python3 train.py --after
