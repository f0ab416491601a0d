#!/bin/bash
# oracle: launches 1
# oracle: expect any
rm -f flag.txt
if [ -f flag.txt ]; then python3 train.py --allgather-cp; else python3 train.py; fi
