#!/bin/bash
# oracle: launches 1
# oracle: expect open
# bash 4.4 takes the one word for there in the first two, and up to 5.1 for not in the third.
F=("")
python3 train.py "${F[@]:-empty}" "${F[*]:-empty}" "${F[@]:+set}" end
