#!/bin/bash
# oracle: launches 1
# A blank behind the backslash is quoted instead: the command ends at that newline.
python3 train.py --lr 1 \ 
  --context-parallel-size 2
true
