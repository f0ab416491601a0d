#!/bin/bash
# oracle: launches 5
set -e
if false; then python3 train.py never; fi
false || true
false && python3 train.py never
! true
python3 train.py one
f() { false; python3 train.py "in f"; true; }
f || true
if f; then python3 train.py two; fi
V=$(false; echo kept) && python3 train.py "$V"
