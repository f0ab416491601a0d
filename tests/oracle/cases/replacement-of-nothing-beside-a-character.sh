#!/bin/bash
# oracle: launches 2
# oracle: expect open
# Where a character of more than one byte ends hangs on the locale.
shopt -s extglob
V=aé
python3 train.py "${V//*(x)/-}"
W=ab
python3 train.py "${W//*(x)/-}"
