#!/bin/bash
# oracle: launches 3
A=1
export B=2
declare -x C=3
D=4
export D
export E
E=5
python3 train.py "$A$B$C$D$E"
bash -c 'python3 train.py "${A-unset}" "$B" "$C" "$D" "$E"'
export -n B
bash -c 'python3 train.py "${B-unset}"'
