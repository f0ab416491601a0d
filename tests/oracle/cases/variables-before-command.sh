#!/bin/bash
# oracle: launches 5
V=outer
V=inner python3 train.py "$V"
V=inner bash -c 'python3 train.py "$V"'
python3 train.py "$V"
f() { python3 train.py "$V"; }
V=for-function f
A=1 B=$V
python3 train.py "$A$B"
