#!/bin/bash
# oracle: launches 2
# oracle: expect any
# The line is given up, not the script.
python3 train.py before
Z=0
python3 train.py $((1 / Z)); python3 train.py same-line
python3 train.py after
