#!/bin/bash
# oracle: launches 3
is_big() { [ "$1" -gt 8 ]; }
pick() { return 3; }
if is_big 16; then python3 train.py big; fi
is_big 4 || python3 train.py small
pick
python3 train.py status $?
