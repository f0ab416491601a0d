#!/bin/bash
# oracle: launches 1
E=()
F=("")
python3 train.py "${E[@]}" "${E[@]:-empty}" "${E[@]+set}" "${F[@]+set}" ${F[@]:-empty} "${E[*]}" ${F[@]}
