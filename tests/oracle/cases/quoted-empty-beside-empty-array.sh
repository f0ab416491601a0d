#!/bin/bash
# oracle: launches 1
E=() S=
python3 train.py 1 "${S}""${E[@]}" 2 "${E[@]}" 3 "$S${E[@]}" 4 ""${E[@]} 5 "${E[@]}""" 6 "${E[*]}" 7 "$@" 8 "$@""$S" 9 "x${E[@]}"
