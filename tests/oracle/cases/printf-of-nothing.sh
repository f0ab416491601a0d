#!/bin/bash
# oracle: launches 1
set -e
A="$(printf '%02d' '')"
B="$(printf '%d-%s' 3)"
python3 train.py "$A" "$B"
