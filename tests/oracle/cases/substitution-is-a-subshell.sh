#!/bin/bash
# oracle: launches 1
V=1
W=$(V=2; cd /; echo $V)
A=$(: ${NEW:=x}; echo "$NEW")
python3 train.py $V $W "$A" "${NEW-unset}" "${PWD##*/}"
