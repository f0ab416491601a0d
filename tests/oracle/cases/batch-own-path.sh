#!/bin/bash
# oracle: as batch
# oracle: launches 1
# oracle: expect any
python3 train.py "${0##*/}" "$(dirname "$0")"
