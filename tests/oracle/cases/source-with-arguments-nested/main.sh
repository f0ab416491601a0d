#!/bin/bash
# oracle: launches 6
# Sourcing a file, or a function's call, makes bash forget that the parameters have been set.
set -- first second
. ./sets-then-sources.sh argument
python3 train.py "$@"
. ./sources.sh argument
python3 train.py "$@"
f() { . ./sets.sh argument; python3 train.py "$@"; }
f inner
python3 train.py "$@"
set -- first
nothing() { :; }
. ./sets-then-calls.sh argument
python3 train.py "$@"
nothing() (:)
. ./calls-then-sets.sh argument
python3 train.py "$@"
