#!/bin/bash
# oracle: launches 1
A=(a.txt "b c.txt")
B=("${A[@]}")
C=(${A[@]})
python3 train.py "${B[@]%.txt}" "${C[@]/#/-}" "${A[@]^^}" "${A[*]//t/T}"
