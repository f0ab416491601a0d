#!/bin/bash
# oracle: launches 3
V="a,b,,c,"
IFS=,
python3 train.py $V
W=":x: y :"
IFS=": "
python3 train.py $W
IFS=$' \t\n'
python3 train.py $V
