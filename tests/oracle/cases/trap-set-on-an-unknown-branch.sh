#!/bin/bash
# oracle: launches 1
# oracle: expect open
if ! check; then trap 'python3 cleanup.py' EXIT; fi
python3 train.py
