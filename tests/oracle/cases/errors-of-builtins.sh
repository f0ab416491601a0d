#!/bin/bash
# oracle: launches 6
trap : NOTHING; python3 train.py trap $?
mapfile -Z L; python3 train.py usage $?
set -o nothing; python3 train.py set $?
shopt -s nothing; python3 train.py shopt $?
for (( i = 1+; i < 2; i++ )); do python3 train.py never; done; python3 train.py for $?
let 1+; python3 train.py let $?
