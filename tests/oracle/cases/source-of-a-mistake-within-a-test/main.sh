#!/bin/bash
# oracle: launches 1
# oracle: expect open
# bash misreads the next [[ behind it.
python3 train.py before
source ./lib.sh
if ! [[ $NAME ]]; then
  :
fi
python3 train.py never
