#!/bin/bash
# oracle: launches 1
# oracle: expect any
sed -i 's/CP=1/CP=2/' settings.sh
source settings.sh
python3 train.py --context-parallel-size $CP
