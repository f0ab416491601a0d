#!/bin/bash
# oracle: launches 1
# oracle: expect any
mv data old
[ -f data/size ] && A=--found
python3 train.py $A "$(cat data/size 2>/dev/null)" "$(cat old/size)"
