#!/bin/bash
# oracle: launches 2
# oracle: expect open
echo 'if probe; then set -- own; fi' > may-set.sh
set -- first
. ./may-set.sh argument
python3 train.py "$@"
f() { :; }
set -- first
echo 'set -- own; if probe; then f; fi' > may-forget.sh
. ./may-forget.sh argument
python3 train.py "$@"
