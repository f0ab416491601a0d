#!/bin/bash
# oracle: launches 4
E=() S=
python3 train.py 1 "${S}""${E[@]}" 2 "${E[@]}" 3 "$S${E[@]}" 4 ""${E[@]} 5 "${E[@]}""" 6 "${E[*]}" 7 "$@" 8 "$@""$S" 9 "x${E[@]}"
python3 train.py 1 "$U""${E[@]}" 2 "${E[@]}""$U" 3 "$S"$@ 4 $@"$U" 5 "$(true)""$@" 6 "${E[@]}"$S 7 "$U"${E[*]}
# An element is a word, empty or not.
E=('')
python3 train.py 1 "$S${E[@]}" 2 "${E[@]}" 3 "${E[@]}"$S 4 ${E[@]}
f() { python3 train.py "$NAME""${CKPT_ARGS[@]}" "$1$@"; }
f
