#!/bin/bash
# oracle: launches 3
# A backslash directly before the newline joins the lines, also within a word or a number.
python3 train.py \
  --context-parallel-size \
  2 --ha\
lf "in \
quotes" 'not \
here'
N=1\
2
python3 train.py $N
python3 \
train.py
