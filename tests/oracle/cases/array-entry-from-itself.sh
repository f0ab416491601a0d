#!/bin/bash
# oracle: launches 1
A=(a b)
A=(x "${A[@]}" y)
A+=("${A[@]}")
B=("${B[@]}" first)
A[0]=${A[1]}${A[0]}
python3 train.py "${A[@]}" "${B[@]}"
