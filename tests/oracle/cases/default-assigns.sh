#!/bin/bash
# oracle: launches 1
: ${A:=first} "${B=second}"
: "${A:=other}"
: ${C:="a  b"}
python3 train.py "$A" "$B" $C "$C"
