#!/bin/bash
# oracle: launches 4
A=(1)
{ A+=(2); python3 train.py "${A[@]}"; }
( A+=(3); cd /; export X=1; python3 train.py "${A[@]}" )
python3 train.py "${A[@]}" "${X-unset}"
(exit 3) || python3 train.py $?
