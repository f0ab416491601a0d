#!/bin/bash
# oracle: launches 1
# oracle: expect open
A=([2]=two $(probe) [0]=zero)
python3 train.py "${A[@]}"
