#!/bin/bash
# oracle: launches 1
IFS=-
V=a-b
python3 train.py --x-y $V "$V" a-b
