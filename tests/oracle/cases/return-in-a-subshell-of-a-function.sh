#!/bin/bash
# oracle: launches 2
# oracle: expect open
# It leaves the function, and the script goes on.
f() (
  check && return 4
  python3 train.py within
)
f
python3 train.py behind
g() { [ "$1" = x ] && return 4; python3 train.py g; }
( g x )
python3 train.py $?
