#!/bin/bash
# oracle: launches 2
python3() { echo "$@"; }
python3 train.py only-printed
command python3 train.py real
echo() { :; }
unset -f python3
python3 train.py again
