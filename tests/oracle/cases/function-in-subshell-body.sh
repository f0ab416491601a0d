#!/bin/bash
# oracle: launches 2
V=outer
f() (
  V=inner
  python3 train.py $V
)
f
python3 train.py $V
