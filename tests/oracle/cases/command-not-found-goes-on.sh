#!/bin/bash
# oracle: launches 2
# oracle: expect any
no-such-command-anywhere --x
python3 train.py $?
[ 1 -eq x ] || python3 train.py after
