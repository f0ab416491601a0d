#!/bin/bash
# oracle: launches 2
# oracle: expect open
if check; then python3 train.py maybe; fi
python3 train.py always
