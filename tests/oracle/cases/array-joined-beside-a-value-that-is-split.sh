#!/bin/bash
# oracle: launches 2
# oracle: expect open
# What nothing quotes is split beside "${A[@]}", and joined again: up to 5.0 in assignments, in
# [[ ]] and case always.
A=(p q) D="c  d" E=(x "")
W=$D"${A[@]}"
python3 train.py "$W"
[[ $D"${A[@]}" == "c  dp q" ]] || python3 train.py other
# In case an empty element is there up to 4.4 only.
case "${E[@]}" in "x ") python3 train.py old ;; esac
