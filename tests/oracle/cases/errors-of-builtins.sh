#!/bin/bash
# oracle: launches 4
trap : NOTHING; python3 train.py trap $?
mapfile -Z L; python3 train.py usage $?
set -o nothing; python3 train.py set $?
shopt -s nothing; python3 train.py shopt $?
