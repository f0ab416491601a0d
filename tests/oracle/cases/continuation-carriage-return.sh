#!/bin/bash
# oracle: launches 1
# In a file with CRLF line ends the backslash quotes the CR.
python3 train.py --lr 1 \
  --seed 3
