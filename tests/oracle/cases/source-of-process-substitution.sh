#!/bin/bash
# oracle: launches 1
# oracle: expect any
source <(echo "X=4; Y='a b'")
python3 train.py "$X" "$Y"
