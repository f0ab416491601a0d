#!/bin/bash
# oracle: launches 2
bash -c 'X=$((1 +)); python3 train.py never
python3 train.py next-line'
bash -c 'X=$((1 +))'
python3 train.py "$?"
