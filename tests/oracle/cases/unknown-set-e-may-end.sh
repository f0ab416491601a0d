#!/bin/bash
# oracle: launches 1
# oracle: expect any
set -e
X=$(probe)
python3 train.py after
