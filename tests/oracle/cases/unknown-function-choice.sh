#!/bin/bash
# oracle: launches 1
# oracle: expect open
f() { echo one; }
if check; then f() { echo two; }; fi
python3 train.py $(f)
