#!/bin/bash
# oracle: launches 1
read -ra A <<< "--lr 1e-6  --seed 7"
IFS=',' read -r -a B <<< "a,b c,,d"
python3 train.py "${A[@]}" "${B[@]}" ${#A[@]} ${#B[@]}
