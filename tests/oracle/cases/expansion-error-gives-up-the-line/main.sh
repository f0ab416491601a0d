#!/bin/bash
# oracle: launches 7
# An expansion that fails ends the command at the outermost level of its file, not the file.
X=$((1 +)); python3 train.py never
python3 train.py 1
A[-1]=x; python3 train.py never
python3 train.py 2
f() { Y=$((2 3)); python3 train.py never; }
f; python3 train.py never
python3 train.py 3
if true; then
  : "${!NOWHERE}"
  python3 train.py never
fi
python3 train.py 4
source lib.sh
python3 train.py 5
(Z=$((*)); python3 train.py never)
python3 train.py 6
