#!/bin/bash
# oracle: launches 1
A=("a b" "" "*nothing*" c)
python3 train.py ${A[@]} - ${A[*]} - "${A[@]}" - "pre${A[@]}post" - pre${A[@]}post
