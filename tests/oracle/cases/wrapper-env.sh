#!/bin/bash
# oracle: launches 6
export A=1 B=2
env python3 train.py a
env C="3 4" -u B python3 train.py never 2>/dev/null
env -u B C="3 4" bash -c 'python3 train.py "$A" "${B-unset}" "$C"'
env -i PATH="$PATH" D=5 bash -c 'python3 train.py "${A-unset}" "$D"'
env -C / python3 train.py d
/usr/bin/env A=9 python3 train.py e
env -S 'python3 train.py f' g
