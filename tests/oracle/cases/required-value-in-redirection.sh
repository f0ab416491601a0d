#!/bin/bash
# oracle: launches 1
python3 train.py first
<<< "${MISSING:?not set}"
python3 train.py never
