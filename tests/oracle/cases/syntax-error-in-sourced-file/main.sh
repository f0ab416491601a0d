#!/bin/bash
# oracle: launches 1
# oracle: expect any
source lib.sh
python3 train.py "${A-unset}"
