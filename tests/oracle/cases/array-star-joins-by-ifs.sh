#!/bin/bash
# oracle: launches 2
A=(a b c)
IFS=,
python3 train.py "${A[*]}" ${A[*]} "${A[@]}"
IFS=
python3 train.py "${A[*]}" ${A[*]}
