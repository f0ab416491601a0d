#!/bin/bash
# oracle: launches 2
# oracle: expect open
# bash misreads what it reads next.
python3 train.py before
for i in 1; do eval "it's"; done; python3 train.py same-line
A=(1 2)
python3 train.py never
