#!/bin/bash
# oracle: launches 1
set -- "a  b" c
V="$@"
W=$@
X="$*"
IFS=:
Y=$*
Z="$@"
python3 train.py "$V" "$W" "$X" "$Y" "$Z"
