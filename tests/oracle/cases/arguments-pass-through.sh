#!/bin/bash
# oracle: launches 4
# oracle: args "a b" "" --context-parallel-size 2
python3 train.py "$@"
python3 train.py $@
python3 train.py "$*"
python3 train.py pre"$@"post
