#!/bin/bash
# oracle: launches 1
# oracle: expect any
if ! check; then echo "not ready"; exit 1; fi
python3 train.py --after
