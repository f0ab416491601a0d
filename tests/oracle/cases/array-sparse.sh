#!/bin/bash
# oracle: launches 2
A=([5]=five six [2]=two)
A[9]=nine
python3 train.py "${A[@]}" "${!A[@]}" "${#A[@]}" "${A[@]:5:2}"
unset 'A[5]'
python3 train.py "${A[@]}"
