#!/bin/bash
# oracle: launches 1
A=(a b c d e)
set -- v w x y z
python3 train.py "${A[@]:1}" - "${A[@]:1:2}" - "${A[@]: -2}" - "${@:2:2}" - "${@:4}" - "${*:1:2}" "${@:0:1}"
