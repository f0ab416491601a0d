#!/bin/bash
# oracle: launches 4
# Sourcing a file makes bash forget that the parameters have been set.
set -- first second
. ./sets-then-sources.sh argument
python3 train.py "$@"
. ./sources.sh argument
python3 train.py "$@"
f() { . ./sets.sh argument; python3 train.py "$@"; }
f inner
python3 train.py "$@"
