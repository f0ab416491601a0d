#!/bin/bash
# oracle: launches 1
# oracle: expect open
CP=2
eval "$(probe --exports)"
AFTER=3
python3 train.py --context-parallel-size $CP $AFTER
