#!/bin/bash
# oracle: launches 2
A=(one)
A+=(two "three four")
A+=()
python3 train.py "${A[@]}"
A+=five
python3 train.py "${A[@]}" ${#A[@]}
