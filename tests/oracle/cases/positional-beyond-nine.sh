#!/bin/bash
# oracle: launches 1
set -- a b c d e f g h i j k
python3 train.py $10 ${10} ${11} "${12-none}"
