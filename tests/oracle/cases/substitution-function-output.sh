#!/bin/bash
# oracle: launches 2
flag() { [ "$1" -gt 1 ] && echo "--allgather-cp"; }
size() { local s=$1; echo "sizing $s" >&2; echo $((s * 2)); }
python3 train.py $(flag 1) $(flag 2) $(size 4)
python3 train.py "$(flag 1)"
