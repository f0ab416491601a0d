#!/bin/bash
# oracle: launches 1
# oracle: expect any
# Braces come before the subscript is seen.
A=([2]={p,q}x [0]=y)
python3 train.py "${A[@]}"
