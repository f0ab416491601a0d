#!/bin/bash
# oracle: launches 2
load() { local X=mine; source lib.sh; python3 train.py "$X" "$Y"; }
load
python3 train.py "${X-unset}" "$Y"
