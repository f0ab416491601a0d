#!/bin/bash
# oracle: launches 1
A=($(echo a "b c") "$(echo d e)" {1..3} x{y,z})
python3 train.py "${A[@]}" ${#A[@]}
