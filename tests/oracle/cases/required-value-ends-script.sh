#!/bin/bash
# oracle: launches 1
python3 train.py first
: "${MISSING:?must be set}"
python3 train.py never
