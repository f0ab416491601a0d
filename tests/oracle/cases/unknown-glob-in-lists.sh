#!/bin/bash
# oracle: launches 2
# oracle: expect any
A=([2]=two ~/data/*.txt [0]=zero)
python3 train.py "${A[@]}"
B=($(echo start ~/data/*.txt)end)
python3 train.py ${#B[@]}
