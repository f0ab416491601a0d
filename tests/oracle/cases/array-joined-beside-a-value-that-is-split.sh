#!/bin/bash
# oracle: launches 2
# oracle: expect open
# What nothing quotes is split beside "${A[@]}", and joined again: up to 5.0 in assignments, in
# [[ ]] and case always.
A=(p q) D='c  d'
W=$D"${A[@]}"
python3 train.py "$W"
[[ $D"${A[@]}" == "c  dp q" ]] || python3 train.py other
