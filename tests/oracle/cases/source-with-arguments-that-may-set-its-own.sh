#!/bin/bash
# oracle: launches 1
# oracle: expect open
echo 'if probe; then set -- own; fi' > may-set.sh
set -- first
. ./may-set.sh argument
python3 train.py "$@"
