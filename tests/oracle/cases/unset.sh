#!/bin/bash
# oracle: launches 1
A=1 B=2
C=(1 2 3)
unset A
unset 'C[1]'
f() { python3 train.py never; }
unset -f f
f 2>/dev/null
python3 train.py "${A-gone}" "${C[@]}" "$B"
