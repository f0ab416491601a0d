#!/bin/bash
# oracle: launches 1
V="  a   b	c
d  "
python3 train.py $V x$V"y" "$V"
