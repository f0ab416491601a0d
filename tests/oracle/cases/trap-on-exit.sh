#!/bin/bash
# oracle: launches 2
V=1
trap 'python3 cleanup.py $V' EXIT
V=2
python3 train.py
exit 3
