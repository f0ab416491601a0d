#!/bin/bash
# oracle: launches 2
# What export does to a variable of the call outlives the call.
f() { export TAG; }
TAG=pre f
python3 train.py "${TAG-unset}"
g() { local -x T2=inner; }
T2=pre g
python3 train.py "${T2-unset}"
