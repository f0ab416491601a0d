#!/bin/bash
# oracle: launches 4
# What stands before a command is text, whatever the variable is.
declare -i N
declare -u U
N=2+3 bash -c 'python3 train.py "$N"'
f() { python3 train.py "$N" "$U"; }
N=4+4 U=a f
N=$N U=b bash -c 'python3 train.py "$N" "$U"'
N=1+1
python3 train.py "$N"
