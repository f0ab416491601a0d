#!/bin/bash
# oracle: launches 1
P='[0]*3+[1]*75'
python3 train.py --pattern [0]*3+[1]*75 $P "$P" nothing*here ?zz
