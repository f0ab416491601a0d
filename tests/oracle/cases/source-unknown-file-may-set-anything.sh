#!/bin/bash
# oracle: launches 1
# oracle: expect open
# oracle: appears site.sh
CP=1
[ -f site.sh ] && source site.sh
python3 train.py --context-parallel-size $CP
