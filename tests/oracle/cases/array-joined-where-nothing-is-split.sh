#!/bin/bash
# oracle: launches 3
A=(p q) V='a b' D='c  d'
W=$V"${A[@]}" X="$D${A[@]}" Y=${A[@]} Z=$D"${A[*]}"
python3 train.py "$W" "$X" "$Y" "$Z"
[[ $V"${A[@]}" == "a bp q" ]] && python3 train.py same
IFS=
python3 train.py "${A[*]}" ${A[*]} x${A[*]}y "${A[@]}"
