#!/bin/bash
# oracle: launches 3
f() { python3 train.py in; return 4; python3 train.py never; }
f
python3 train.py $?
(exit 7)
python3 train.py $?
exit 0
python3 train.py never
